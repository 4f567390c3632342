import { beforeEach, describe, expect, it } from 'vitest'
import { lodging } from './lodging.ts'

let page: Document
beforeEach(() => {
  page = document.implementation.createHTMLDocument('')
  page.head.replaceChildren(page.createElement('style'))
  page.body.replaceChildren(page.createElement('main'))
})

/** Like Monaco: makes its elements with its first editor and never again. */
function library() {
  let made = false
  return () => {
    if (made) return
    made = true
    page.head.append(Object.assign(page.createElement('style'), { className: 'colours' }))
    page.body.append(Object.assign(page.createElement('div'), { className: 'popups' }))
  }
}
const outside = () => [...page.querySelectorAll('.colours, .popups')].map((e) => e.className)

describe('what a library puts outside the app', () => {
  it('is gone with the last who uses it, and back with the next', () => {
    const l = lodging(page)
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
    const l = lodging(page)
    l.enter(library())
    page.head.append(page.createElement('style'))
    l.leave()
    expect(page.head.children).toHaveLength(2)
    expect(page.body.children).toHaveLength(1)
  })

  it('counts nobody whose making failed', () => {
    const l = lodging(page)
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
