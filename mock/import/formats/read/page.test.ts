/** Texts in the code page of whoever wrote them. */
import { expect, it } from 'vitest'
import { readWhole, bytesSource } from '../source.ts'
import { asUtf8 } from './page.ts'

const chinese = '题干,答案\n以下哪项属于对称加密算法？,AES α → 高级加密标准\n'
/** GBK of the line above its letters, as a spreadsheet in China saves it. */
const gbk = Buffer.concat([
  Buffer.from('title,stem\n'),
  Buffer.from('cee2ccf9c9e8b6a8ced2c3c7', 'hex'),
  Buffer.from('\n'),
])
const utf16 = (text: string, big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}
const read = async (bytes: Buffer, name = 'a.csv', page?: 'gb18030' | 'windows-1252') => {
  const found = await asUtf8(bytesSource(name, bytes), page)
  return [found.page, String(await readWhole(found.source, 1e6))]
}

it.each([
  ['UTF-8', Buffer.from(chinese), undefined, chinese],
  ['GBK', gbk, 'gb18030', new TextDecoder('gb18030').decode(gbk)],
  ['UTF-16 with its mark', utf16(`\ufeff${chinese}`, false), 'utf-16le', chinese],
  ['UTF-16 the other way round', utf16(`\ufeff${chinese}`, true), 'utf-16be', chinese],
  ['UTF-16 without a mark', utf16('title,stem\nété,b\n', false), 'utf-16le', 'title,stem\nété,b\n'],
  [
    'Windows-1252',
    Buffer.from('title,stem\ncafé “été”,b\n'.replace(/[“”]/g, '"'), 'latin1'),
    'windows-1252',
    'title,stem\ncafé "été",b\n',
  ],
] as const)('reads %s', async (_, bytes, page, text) => {
  expect(await read(bytes)).toEqual([page, text])
})

it('reads what its sender says, and refuses what is not written in it', async () => {
  expect(await read(gbk, 'a.csv', 'windows-1252')).toEqual([
    'windows-1252',
    new TextDecoder('windows-1252').decode(gbk),
  ])
  await expect(read(Buffer.from('caf\xe9\n', 'latin1'), 'a.csv', 'gb18030')).rejects.toMatchObject({ code: 'not_page' })
})

it('leaves alone what says its encoding itself, and what is no text', async () => {
  expect((await read(gbk, 'a.xml'))[0]).toBeUndefined()
  expect((await read(Buffer.from([0xff, 0, 0, 0xe9, 0, 0, 0]), 'a.txt'))[0]).toBeUndefined()
})
