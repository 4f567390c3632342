import { expect, it } from 'vitest'
import { typedKeys } from './typedKeys.ts'
import { viewOnly } from './viewOnly.ts'

const hello = Buffer.from('RFB 003.008\n\x01\x01')
const key = (sym: number, down = true) => Buffer.from([4, down ? 1 : 0, 0, 0, 0, 0, sym >> 8, sym & 255])
const words = (text: string) => [...text].flatMap((c) => [key(c.charCodeAt(0)), key(c.charCodeAt(0), false)])
const [enter, back, control, left] = [0xff0d, 0xff08, 0xffe3, 0xff51].map((k) => key(k)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]
const pointer = Buffer.from([5, 1, 0, 10, 0, 10])
const cut = Buffer.concat([Buffer.from([6, 0, 0, 0, 0, 0, 0, 3]), Buffer.from('cut')])
const said = [
  hello,
  ...words('lsx'),
  back,
  left,
  ...words(' -l'),
  pointer,
  cut,
  enter,
  enter,
  ...words('sleep'),
  control,
  key(99),
  key(65507, false),
  ...words('cat'),
  enter,
]

it('are lines as they were ended, however the bytes are cut', () => {
  for (const size of [1, 3, 7, 1000]) {
    const lines: string[] = []
    const take = typedKeys((l) => void lines.push(l))
    const all = Buffer.concat(said)
    for (let at = 0; at < all.length; at += size) take(all.subarray(at, at + size))
    expect(lines, `${size} at once`).toEqual(['ls -l', 'sleep^C', 'cat'])
  }
})

it('a watcher has none of it', () => {
  const request = Buffer.from([3, 0, 0, 0, 0, 0, 3, 32, 2, 88])
  expect(viewOnly().take(Buffer.concat([...said, request]))).toEqual(Buffer.concat([hello, request]))
  expect(viewOnly().take(Buffer.concat([hello, Buffer.from([99])]))).toBeUndefined()
})
