import { expect, test } from 'vitest'
import { previewOf } from './preview.logic.ts'

test.each([
  ['file-1.PNG', 100, 'picture'],
  ['file-1.jpeg', 11 * 2 ** 20, undefined],
  ['notes.md', 100, 'text'],
  ['capture.pcap', 100, undefined],
  ['report.pdf', 100, undefined],
  ['page.svg', 100, undefined],
  ['log.txt', 2 ** 20, undefined],
  ['noend', 10, undefined],
])('%s of %i bytes is shown as %s', (name, size, as) => expect(previewOf({ name, size })?.as).toBe(as))
