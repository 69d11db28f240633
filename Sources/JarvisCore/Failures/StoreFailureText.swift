// SPDX-License-Identifier: GPL-3.0-or-later
// Explains failures of stores.

extension StoreFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .readOnly(let path):
            FailureText(
                StoredThing(path).readOnly(path, reader),
                reader.say("Change its permissions; until then nothing is kept."))
        case .diskFull(let path):
            FailureText(
                reader.say("The disk is full; %1 could not be written.", path),
                reader.say("Free some space; until then nothing is kept."))
        // EISDIR and ENXIO: the path is a folder, FIFO, socket or device.
        case .inputOutput(let path, let errno) where errno == 21 || errno == 6:
            FailureText(Self.sentence(errno, path, reader), reader.say("Move it away, and JARVIS makes a new file."))
        case .inputOutput(let path, let errno):
            FailureText(
                Self.sentence(errno, path, reader), reader.say("Check the disk and the file's permissions."))
        case .laterVersion(let path):
            FailureText(
                reader.say("%1 was written by a newer version of JARVIS and cannot be changed by this one.", path),
                reader.say("Update JARVIS; until then nothing new is kept there."))
        case .damaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2) and cannot be read.", path, reason),
                keptAs.map { reader.say("It was kept as %1; the next change begins a new one.", $0) }
                    ?? reader.say("Nothing in it was changed; mend it, or move it away."))
        case .busy(let path):
            FailureText(
                reader.say("Another program keeps %1 locked and does not go on.", path),
                reader.say("Nothing was changed. End or resume the JARVIS that stands still, and try again."))
        case .unknownMessage(let id):
            FailureText(
                reader.say("There is no message %1 in the history.", id.rawValue),
                reader.say("\"jarvis history list\" lists them."))
        case .invalidImport(let fault): fault.explained(to: reader)
        case .locked:
            FailureText(
                reader.say("The history is locked."),
                reader.say("Open it in the window's history; until then it shows nothing."))
        }
    }

    /// System errors that can occur with a file (Linux errno numbers, errno(3)).
    private static func sentence(_ errno: Int32, _ path: String, _ reader: FailureReader) -> String {
        switch errno {
        case 1, 13: reader.say("JARVIS is not permitted to read or write %1.", path)
        case 2: reader.say("%1 was not found.", path)
        case 5: reader.say("The disk reports an error at %1.", path)
        case 6: reader.say("%1 is a pipe, a socket or a device, not a file.", path)
        case 12: reader.say("There is not enough memory to read or write %1.", path)
        case 20: reader.say("A part of the path %1 is not a folder.", path)
        case 21: reader.say("%1 is a folder, not a file.", path)
        case 23, 24: reader.say("%1 could not be opened: too many files are open.", path)
        case 27: reader.say("%1 could not be written: the file is too large.", path)
        case 30: reader.say("%1 could not be written: its file system is read-only.", path)
        case 36: reader.say("The name of %1 is too long.", path)
        case 40: reader.say("There are too many links in the path %1.", path)
        case 122: reader.say("%1 could not be written: the disk quota is used up.", path)
        default: reader.say("Reading or writing %1 failed with the system's error %2.", path, String(errno))
        }
    }
}
