// SPDX-License-Identifier: GPL-3.0-or-later
// The option "--json" of commands that print data.

public import ArgumentParser

/// The option to print JSON instead of text.
public struct JSONOption: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON document.")
    public var json = false

    public init() {}
}
