#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the list of parts of a program as SPDX 2.3 in JSON. Called by scripts/sbom, in the root of the tree.

usage: spdx.py PROGRAM SECONDS SWIFT-VERSION [SPEECH-FOLDER]
"""

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import urllib.parse
import uuid


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def output(*command, fails=False):
    """What a command prints; nothing where it is missing, or fails and may not."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=not fails).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


class Document:
    def __init__(self, program, version):
        self.packages, self.relations = {}, []
        self.root = self.add(
            "jarvis", version, "GPL-3.0-or-later", purpose="APPLICATION", checksum=digest(program),
            file=os.path.basename(program))
        self.relate("SPDXRef-DOCUMENT", "DESCRIBES", self.root)

    def add(
        self, name, version=None, licence=None, purpose="LIBRARY", purl=None, checksum=None, file=None, source=None,
        comment=None, key=None,
    ):
        package = {
            "name": name,
            "SPDXID": identifier(key or name),
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION",
            "licenseDeclared": licence or "NOASSERTION",
            "copyrightText": "NOASSERTION",
            "primaryPackagePurpose": purpose,
        }
        if version:
            package["versionInfo"] = version
        if file:
            package["packageFileName"] = file
        if checksum:
            package["checksums"] = [{"algorithm": "SHA256", "checksumValue": checksum}]
        if purl:
            package["externalRefs"] = [
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
        if source:
            package["sourceInfo"] = source
        if comment:
            package["comment"] = comment
        self.packages.setdefault(package["SPDXID"], package)
        return package["SPDXID"]

    def relate(self, one, kind, other):
        relation = {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
        if relation not in self.relations:
            self.relations.append(relation)

    def json(self, seconds):
        checksum = self.packages[self.root]["checksums"][0]["checksumValue"]
        version = self.packages[self.root]["versionInfo"]
        created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
        # The same program gets the same name: whatever is in the list follows from it and the machine it was built on.
        contents = json.dumps([self.packages, self.relations], sort_keys=True)
        return {
            "spdxVersion": "SPDX-2.3",
            "dataLicense": "CC0-1.0",
            "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"jarvis-{version}",
            "documentNamespace":
                f"https://spdx.org/spdxdocs/jarvis-{version}-{uuid.uuid5(uuid.NAMESPACE_OID, checksum + contents)}",
            "creationInfo": {
                "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: jarvis-sbom"]},
            "packages": list(self.packages.values()),
            "relationships": self.relations,
        }


def table():
    """The rows of scripts/components.tsv."""
    names = ["part", "name", "version", "licence", "files", "source", "what"]
    with open("scripts/components.tsv", encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    return [dict(zip(names, line.split("\t"))) for line in lines]


def resolved():
    """The Swift packages: name to version and revision, as pinned or else as the build has checked them out."""
    try:
        with open("Package.resolved", encoding="utf-8") as file:
            pins = [(pin["identity"], pin["state"]) for pin in json.load(file)["pins"]]
    except FileNotFoundError:
        try:
            with open(".build/workspace-state.json", encoding="utf-8") as file:
                entries = json.load(file)["object"]["dependencies"]
        except FileNotFoundError:
            sys.exit("sbom: the versions of the Swift packages are unknown. Build the program here first: scripts/build")
        pins = [(entry["packageRef"]["identity"], entry["state"]["checkoutState"]) for entry in entries]
    return {identity: (state.get("version"), state["revision"]) for identity, state in pins}


def fetched():
    """The packages of the recognizer: name to version."""
    with open("scripts/speech-engine.d/packages", encoding="utf-8") as file:
        return dict(re.findall(r"^([a-z-]+)==(\S+)", file.read(), re.M))


class Debian:
    """The packages of dpkg, asked for all files and names at once: each question of dpkg reads its whole database."""

    FIELDS = ["Package", "Version", "Architecture", "source:Package", "source:Version", "Status"]

    def __init__(self, paths, names):
        # dpkg knows a file where it was unpacked, which may be below /usr or not.
        places = {}
        for path in paths:
            real = os.path.realpath(path)
            for place in [path, real, real.removeprefix("/usr"), "/usr" + real]:
                places.setdefault(place, []).append(path)
        # It fails for those that it does not know, and tells the others all the same.
        self.owners = {}
        for line in output("dpkg-query", "--search", *places, fails=True).splitlines():
            owners, place = line.rsplit(": ", 1)
            for path in places.get(place, []):
                self.owners.setdefault(path, owners.split(",")[0])
        form = "\t".join("${%s}" % field for field in self.FIELDS) + "\n"
        wanted = sorted(set(self.owners.values()) | set(names))
        self.packages = {}
        for line in output("dpkg-query", "--show", "--showformat", form, *wanted, fails=True).splitlines():
            fields = dict(zip(self.FIELDS, line.split("\t")))
            if fields["Status"].endswith(" installed"):
                self.packages[fields["Package"]] = fields
                self.packages[f"{fields['Package']}:{fields['Architecture']}"] = fields

    def package(self, name):
        """The package of a file or a name; nothing where dpkg does not know it."""
        return self.packages.get(self.owners.get(name, name))


def distribution():
    with open("/etc/os-release", encoding="utf-8") as file:
        return re.search(r'^ID="?([a-z0-9]+)', file.read(), re.M).group(1)


def add_debian(document, found, fallback, **more):
    """A library or a package of the system; by its file alone where dpkg does not know it."""
    if not found:
        return document.add(fallback, **more)
    name, version, architecture = found["Package"], found["Version"], found["Architecture"]
    quoted = urllib.parse.quote(version, safe="")
    return document.add(
        name, version, purl=f"pkg:deb/{distribution()}/{name}@{quoted}?arch={architecture}",
        source=f"built from {found['source:Package']} {found['source:Version']}", key=f"{name}-{architecture}", **more)


def add_program(document, rows, swift):
    pins = resolved()
    for row in rows:
        if row["part"] != "program":
            continue
        version = source = None
        if row["version"] == "resolved":
            version, revision = pins[row["name"]]
            source = f"git revision {revision}"
        elif row["version"] == "toolchain":
            version = swift
        purl = row["source"] + (f"@{version}" if version else "")
        part = document.add(
            row["name"], version, row["licence"], purl=purl, source=source, comment=row["what"])
        document.relate(document.root, "STATIC_LINK", part)


def add_system(document, rows, program):
    direct = set(re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-dW", program)))
    # The dynamic linker stands there without an arrow.
    listed = re.findall(r"^\s*(?:(\S+) => )?(/\S+) \(", output("ldd", program), re.M)
    loaded = {name or os.path.basename(path): path for name, path in listed}
    opened = [row for row in rows if row["part"] == "opened"]
    names = {row["name"]: row["source"].removeprefix("pkg:deb/debian/") for row in opened}
    system = Debian(loaded.values(), names.values())
    for soname in sorted(direct | set(loaded)):
        path = loaded.get(soname)
        found = system.package(path)
        part = add_debian(document, found, soname, checksum=digest(path) if path and not found else None)
        document.relate(document.root, "DYNAMIC_LINK" if soname in direct else "DEPENDS_ON", part)
    for row in opened:
        part = add_debian(
            document, system.package(names[row["name"]]), row["name"], licence=row["licence"],
            comment="opened at run time: " + row["what"])
        document.relate(part, "OPTIONAL_DEPENDENCY_OF", document.root)


def add_speech(document, rows, folder, program):
    versions = fetched()
    files = {"sherpa-onnx": "libsherpa-onnx-c-api.so", "onnxruntime": "libonnxruntime.so"}
    # As they are installed, stripped; or else as they were fetched.
    libraries = os.path.join(os.path.dirname(program), "../lib/jarvis")
    if not os.path.isdir(libraries):
        libraries = os.path.join(folder, "lib")
    shipped = {}
    for row in rows:
        if row["part"] not in ("speech", "within"):
            continue
        purl, version = row["source"], row["version"]
        if version == "package":
            version = versions[purl.removeprefix("pkg:pypi/")]
        version = None if version == "-" else version
        is_model = row["name"] not in files and row["part"] == "speech"
        path = files.get(row["name"])
        part = document.add(
            row["name"], version, row["licence"], purl=purl + (f"@{version}" if version else ""),
            purpose="FILE" if is_model else "LIBRARY", checksum=path and digest(os.path.join(libraries, path)),
            file=path, comment=row["what"])
        shipped[row["name"]] = part
        if row["part"] == "within":
            document.relate(shipped["sherpa-onnx"], "STATIC_LINK", part)
            continue
        document.relate(document.root, "CONTAINS", part)
        if not is_model:
            continue
        models = os.path.join(folder, "models", row["name"])
        for name in sorted(os.listdir(models)):
            file = document.add(
                f"{row['name']}/{name}", version, row["licence"], purpose="FILE", file=name,
                checksum=digest(os.path.join(models, name)))
            document.relate(part, "CONTAINS", file)
    document.relate(shipped["sherpa-onnx"], "DYNAMIC_LINK", shipped["onnxruntime"])


def add_models(document, is_shipped):
    """What can be fetched after the program was installed, and is not in the package."""
    with open("data/speech-models.json", encoding="utf-8") as file:
        models = json.load(file)["models"]
    for model in models:
        if is_shipped and identifier(model["id"]) in document.packages:
            continue
        source = model["source"]
        part = document.add(
            model["id"], source["version"], model.get("licence"), purpose="FILE", checksum=source["sha256"],
            purl=f"pkg:pypi/{source['package']}@{source['version']}",
            comment=f"not in the package: a {model['kind']} that the user may have JARVIS fetch")
        document.relate(part, "OPTIONAL_DEPENDENCY_OF", document.root)


def main():
    program, seconds, swift = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    speech = sys.argv[4] if len(sys.argv) > 4 else None
    with open("Sources/jarvis/Jarvis.swift", encoding="utf-8") as file:
        version = re.search(r'static let version = "(.+)"', file.read()).group(1)
    document, rows = Document(program, version), table()
    add_program(document, rows, swift)
    add_system(document, rows, program)
    if speech:
        add_speech(document, rows, speech, program)
    add_models(document, speech is not None)
    json.dump(document.json(seconds), sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    main()
