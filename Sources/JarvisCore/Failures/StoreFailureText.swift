// SPDX-License-Identifier: GPL-3.0-or-later
// Explains failures of stores.

extension StoreFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .readOnly(let path):
            FailureText(
                StoredThing(path).readOnly(path, reader),
                reader.say("Change its permissions. Nothing is saved until then."))
        case .diskFull(let path):
            FailureText(
                reader.say("The disk is full, so %1 couldn't be written.", path),
                reader.say("Free some space. Nothing is saved until then."))
        // EISDIR and ENXIO: the path is a folder, FIFO, socket or device.
        case .inputOutput(let path, let errno) where errno == 21 || errno == 6:
            FailureText(Self.sentence(errno, path, reader), reader.say("Move it away, and JARVIS creates a new one."))
        case .inputOutput(let path, let errno):
            FailureText(
                Self.sentence(errno, path, reader), reader.say("Check the disk and the file's permissions."))
        case .laterVersion(let path):
            FailureText(
                reader.say("%1 is from a newer version of JARVIS, so this one can't change it.", path),
                reader.say("Update JARVIS. Nothing new is saved there until then."))
        case .damaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2) and can't be read.", path, reason),
                keptAs.map { reader.say("It was renamed to %1. The next change starts a new file.", $0) }
                    ?? reader.say("It wasn't changed. Repair it or move it away."))
        case .busy(let path):
            FailureText(
                reader.say("Another program has locked %1 and isn't responding.", path),
                reader.say("Nothing was changed. Quit or resume the other JARVIS, then try again."))
        case .unknownMessage(let id):
            FailureText(
                reader.say("There's no message %1 in the history.", id.rawValue),
                reader.say("\"jarvis history list\" lists them."))
        case .invalidImport(let fault): fault.explained(to: reader)
        case .locked:
            FailureText(
                reader.say("The history is locked."),
                reader.say("Unlock it in the window."))
        }
    }

    /// System errors that can occur with a file (Linux errno numbers, errno(3)).
    private static func sentence(_ errno: Int32, _ path: String, _ reader: FailureReader) -> String {
        switch errno {
        case 1, 13: reader.say("JARVIS isn't allowed to read or write %1.", path)
        case 2: reader.say("%1 wasn't found.", path)
        case 5: reader.say("The disk reported an error at %1.", path)
        case 6: reader.say("%1 is a pipe, a socket or a device, not a file.", path)
        case 12: reader.say("There isn't enough memory to read or write %1.", path)
        case 20: reader.say("Part of the path %1 isn't a folder.", path)
        case 21: reader.say("%1 is a folder, not a file.", path)
        case 23, 24: reader.say("%1 couldn't be opened: too many files are open.", path)
        case 27: reader.say("%1 couldn't be written: the file is too large.", path)
        case 30: reader.say("%1 couldn't be written: its file system is read-only.", path)
        case 36: reader.say("The name of %1 is too long.", path)
        case 40: reader.say("The path %1 has too many links.", path)
        case 122: reader.say("%1 couldn't be written: your disk quota is used up.", path)
        default: reader.say("Reading or writing %1 failed with system error %2.", path, String(errno))
        }
    }
}
