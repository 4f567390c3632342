import { describe, expect, it } from 'vitest'
import { menuPlace } from './menuPlace.ts'

const window = { width: 1366, height: 768 }
const button = (top: number, left = 1300) => ({ left, top, right: left + 28, bottom: top + 28 })
const menu = { width: 200, height: 260 }

describe('the place of a menu', () => {
  it('is below its button while it is whole there, above it otherwise', () => {
    expect(menuPlace(button(100), menu, window, 'end')).toMatchObject({ top: 132, left: 1128 })
    expect(menuPlace(button(468), menu, window, 'end').top).toBe(500)
    expect(menuPlace(button(469), menu, window, 'end').top).toBe(469 - 4 - 260)
  })

  it('is where there is more room for a menu that is whole nowhere, and it scrolls there', () => {
    const low = { width: 1366, height: 300 }
    expect(menuPlace(button(200), menu, low, 'end')).toMatchObject({ top: 8, room: 188 })
    expect(menuPlace(button(60), menu, low, 'end')).toMatchObject({ top: 92, room: 200 })
  })

  it('is inside the window, whichever side it begins at', () => {
    expect(menuPlace(button(100, 1300), menu, window, 'start').left).toBe(1366 - 8 - 200)
    expect(menuPlace(button(100, 10), menu, window, 'end').left).toBe(8)
  })
})
