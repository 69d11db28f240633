// SPDX-License-Identifier: GPL-3.0-or-later
// Folder trees with links that lead elsewhere.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

struct FolderTreeTests {
    private let folder: TemporaryFolder
    private let tree: String

    init() throws {
        folder = try TemporaryFolder()
        tree = folder.path + "/tree"
        for name in ["a", "b/c", "b/d/e", "b/d/f/g/h/deep"] {
            try Folder.create(Folder.parent(of: tree + "/" + name))
            try AtomicFile.write(tree + "/" + name, Array(name.utf8))
        }
        try AtomicFile.write(folder.path + "/precious", [1, 2, 3])
        try Folder.create(folder.path + "/other")
        try AtomicFile.write(folder.path + "/other/file", [1])
        try #require(symlink(folder.path + "/precious", tree + "/link") == 0)
        try #require(symlink(folder.path + "/other", tree + "/b/folder") == 0)
    }

    @Test func filesAreFoundWithoutFollowingFolderLinks() throws {
        try #require(symlink(folder.path + "/nothing", tree + "/broken") == 0)
        #expect(FolderTree.files(in: tree, depth: 2) == ["a": 1, "b/c": 3, "b/d/e": 5, "link": 3])
        #expect(FolderTree.files(in: tree, depth: 0) == ["a": 1, "link": 3])
        #expect(FolderTree.size(of: tree) == 12)
        #expect(FolderTree.files(in: "/nonexistent").isEmpty)
    }

    @Test func removingATreeDoesNotFollowLinks() throws {
        try FolderTree.remove(tree)
        #expect(!Environment.exists(tree))
        #expect(Environment.exists(folder.path + "/precious") && Environment.exists(folder.path + "/other/file"))
        try FolderTree.remove(tree)
    }

    @Test func linksAreNotFolders() {
        #expect(FolderTree.isFolder(tree) && !FolderTree.isFolder(tree + "/b/folder"))
        #expect(!FolderTree.isFolder(tree + "/a") && !FolderTree.isFolder("/nonexistent"))
    }

    @Test func freeSpaceIsKnownForFoldersThatDoNotExistYet() throws {
        let free = try #require(FolderTree.freeBytes(at: folder.path))
        #expect(free > 0)
        #expect(FolderTree.freeBytes(at: folder.path + "/not/there/yet") != nil)
    }

    @Test func theMemoryOfTheProcessCanBeRead() {
        #expect(ProcessMemory.proportionalKiB > 0 && ProcessMemory.anonymousKiB > 0)
    }
}
