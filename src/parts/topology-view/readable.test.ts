/** What is seen of a drawing from near and far: the view under two fingers, names that are cut, what is left out. */
import { describe, expect, it } from 'vitest'
import { toDrawing } from './camera.ts'
import { detailsAt } from './detail.ts'
import { fingers } from './fingers.ts'
import { briefly, drawnTextWidth } from './text.ts'

describe('two fingers', () => {
  const camera = { x: 10, y: 20, scale: 1 }

  it('keep what is between them between them, and zoom by how far they go apart', () => {
    const f = fingers()
    f.down(1, { x: 100, y: 100 })
    f.down(2, { x: 200, y: 100 })
    const next = f.move(2, { x: 300, y: 140 }, camera)
    expect(next?.scale).toBeCloseTo(Math.hypot(200, 40) / 100)
    const was = toDrawing(camera, { x: 150, y: 100 })
    const is = toDrawing(next ?? camera, { x: 200, y: 120 })
    expect([is.x, is.y]).toEqual([expect.closeTo(was.x), expect.closeTo(was.y)])
  })

  it('are two: one, three, or one that was lifted move nothing together', () => {
    const f = fingers()
    f.down(1, { x: 0, y: 0 })
    expect(f.move(1, { x: 9, y: 9 }, camera)).toBeUndefined()
    f.down(2, { x: 50, y: 0 })
    expect(f.down(3, { x: 90, y: 0 })).toBe(3)
    expect(f.move(3, { x: 9, y: 9 }, camera)).toBeUndefined()
    f.up(3)
    expect(f.move(1, { x: 9, y: 9 }, camera)).toBeDefined()
    expect(f.up(2)).toBe(1)
    expect(f.move(1, { x: 0, y: 9 }, camera)).toBeUndefined()
  })
})

describe('a name that is cut', () => {
  it.each(['web', 'acc-switch-building-b-2', '教学楼交换机二号机柜', 'x'.repeat(60)])(
    '%s has room, and its ends',
    (name) => {
      const cut = briefly(name, 174, 30)
      expect(drawnTextWidth(cut, 30)).toBeLessThanOrEqual(182)
      expect(cut[0]).toBe(name[0])
      expect(cut.at(-1)).toBe(name.at(-1))
    },
  )

  it('is told apart from one that differs in its last sign', () => {
    expect(briefly('distribution-switch-1', 174, 30)).not.toBe(briefly('distribution-switch-2', 174, 30))
  })
})

it('is left out before its letters are less than seven pixels high', () => {
  const letters = (scale: number) => {
    const has = detailsAt(scale)
    return has.has('tv-dots') ? Infinity : (has.has('tv-afar') ? 30 : has.has('tv-far') ? 22 : 13) * scale
  }
  for (let percent = 10; percent <= 300; percent++) expect(letters(percent / 100)).toBeGreaterThan(7)
})
