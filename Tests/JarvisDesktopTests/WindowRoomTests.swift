// SPDX-License-Identifier: GPL-3.0-or-later
// The initial size of the window.

import GtkKit
import Testing

@testable import JarvisDesktop

struct WindowRoomTests {
    private func screen(_ width: Int, _ height: Int, scale: Int = 1) -> Screens.Area {
        Screens.Area(x: 0, y: 0, width: width, height: height, scale: scale)
    }

    @Test(arguments: [
        // 1366 × 768 at 125 %, 1920 × 1080 at 175 % and at 200 %, 1920 × 1200 at 200 %
        (1093, 614, 1000, 566), (1097, 617, 1000, 569), (960, 540, 960, 492), (960, 600, 960, 552),
    ])
    func theWindowFitsSmallScreens(width: Int, height: Int, windowWidth: Int, windowHeight: Int) {
        let room = WindowRoom(screens: [screen(1920, 1080), screen(width, height, scale: 2)])
        #expect(room.width == windowWidth && room.height == windowHeight)
        #expect(room.leastHeight <= room.height && room.leastHeight < height)
    }

    @Test(arguments: [
        (1280, 800, 1, 1000, 700), (1920, 1080, 1, 1152, 700), (3840, 2160, 1, 2304, 1267), (1920, 1080, 2, 1152, 700),
    ])
    func largerScreensGiveTheWindowThreeFifths(width: Int, height: Int, scale: Int, wide: Int, high: Int) {
        let room = WindowRoom(screens: [screen(width, height, scale: scale)])
        #expect(room.width == wide && room.height == high && room.leastHeight == 640)
    }

    @Test func doubtfulScreenSizesKeepTheDefaultSize() {
        let room = WindowRoom(screens: [screen(1920, 1200, scale: 2)], areInDoubt: true)
        #expect(room.width == 1000 && room.height == 700 && room.leastHeight == 552)
        let usual = WindowRoom(screens: [screen(1920, 1080)], areInDoubt: true)
        #expect(usual.leastHeight == 640)
    }

    @Test func theWindowHasAMinimumSize() {
        let room = WindowRoom(screens: [screen(320, 240)])
        #expect(room.width == 480 && room.height == 490 && room.leastHeight == 490)
        #expect(WindowRoom(screens: []) == WindowRoom(screens: [screen(1280, 800)]))
    }
}
