import { expect, it } from 'vitest'
import { folders } from '../../contract/screens/folders.ts'
import { icons } from './icons.ts'

it('has an icon for every folder of the menu', () => {
  const missing = Object.values(folders).filter((f) => !(f.icon in icons))
  expect(missing).toEqual([])
})

it.each(Object.entries(icons))('draws %s inside its 20-unit grid', (_, d) => {
  expect(d).toMatch(/^M[\d\s.,a-zA-Z-]+$/)
  for (const [, x, y] of d.matchAll(/M\s*(-?[\d.]+)[\s,]+(-?[\d.]+)/g)) {
    expect(Number(x)).toBeGreaterThanOrEqual(0)
    expect(Number(x)).toBeLessThanOrEqual(20)
    expect(Number(y)).toBeGreaterThanOrEqual(0)
    expect(Number(y)).toBeLessThanOrEqual(20)
  }
})
