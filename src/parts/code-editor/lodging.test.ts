import { beforeEach, describe, expect, it } from 'vitest'
import { lodging } from './lodging.ts'

/** Like Monaco: makes its elements with its first editor and never again. */
function library() {
  let made = false
  return () => {
    if (made) return
    made = true
    document.head.append(Object.assign(document.createElement('style'), { className: 'colours' }))
    document.body.append(Object.assign(document.createElement('div'), { className: 'popups' }))
  }
}
const outside = () => [...document.querySelectorAll('.colours, .popups')].map((e) => e.className)

describe('what a library puts outside the app', () => {
  beforeEach(() => {
    document.head.replaceChildren(document.createElement('style'))
    document.body.replaceChildren(document.createElement('main'))
  })

  it('is gone with the last who uses it, and back with the next', () => {
    const l = lodging(document)
    const make = library()
    l.enter(make)
    l.enter(make)
    expect(outside()).toEqual(['colours', 'popups'])
    l.leave()
    expect(outside()).toEqual(['colours', 'popups'])
    l.leave()
    expect(outside()).toEqual([])
    l.enter(make)
    expect(outside()).toEqual(['colours', 'popups'])
  })

  it('is not what others have put there', () => {
    const l = lodging(document)
    l.enter(library())
    document.head.append(document.createElement('style'))
    l.leave()
    expect(document.head.children).toHaveLength(2)
    expect(document.body.children).toHaveLength(1)
  })

  it('counts nobody whose making failed', () => {
    const l = lodging(document)
    const make = library()
    expect(() =>
      l.enter(() => {
        throw new Error('no')
      }),
    ).toThrow('no')
    l.enter(make)
    l.leave()
    expect(outside()).toEqual([])
  })
})
