// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Testing

@testable import JarvisPlatform

struct FolderEntryTests {
    /// The page after the entry must not be touched.
    @Test func anEntryIsReadToTheEndOfItsNameAndNoFurther() throws {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        defer { munmap(memory, 2 * page) }
        #expect(mprotect(memory + page, page, PROT_NONE) == 0)
        // The space that readdir allocates for a one-letter name.
        let entry = memory + page - 24
        let offset = try #require(MemoryLayout<dirent>.offset(of: \.d_name))
        (entry + offset).storeBytes(of: UInt8(ascii: "a"), as: UInt8.self)
        #expect(FolderEntry.name(entry.assumingMemoryBound(to: dirent.self)) == "a")
    }
}
