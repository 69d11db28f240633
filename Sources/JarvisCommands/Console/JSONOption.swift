// SPDX-License-Identifier: GPL-3.0-or-later
// The option of commands whose output is data.

public import ArgumentParser

/// Asks for JSON in place of text.
public struct JSONOption: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON document.")
    public var json = false

    public init() {}
}
