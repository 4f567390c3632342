import { describe, expect, it } from 'vitest'
import { beginNote, failed, isOwed, overtaken, savingNote, resolvedNote, stored, typedNote } from './note.logic.ts'

const note = (text: string, version: number) => ({ text, version, at: '2026-01-01T00:00:00.000Z' })

describe('a note that is written', () => {
  it('is owed from the first key until the server has that very text', () => {
    let w = typedNote(beginNote(note('a', 3)), 'ab')
    expect(isOwed(w)).toBe(true)
    w = savingNote(w)
    expect(isOwed(w)).toBe(false)
    // a key while it is on its way
    w = stored(typedNote(w, 'abc'), 'ab', note('ab', 4))
    expect([w.stored.version, w.phase.at, isOwed(w)]).toEqual([4, 'typing', true])
    w = stored(savingNote(w), 'abc', note('abc', 5))
    expect([w.stored.version, w.phase.at, isOwed(w)]).toEqual([5, 'saved', false])
  })

  it('is owed again after no answer came, and typed back to what is stored is owed nothing', () => {
    expect(isOwed(failed(savingNote(typedNote(beginNote(null), 'x'))))).toBe(true)
    expect(isOwed(typedNote(typedNote(beginNote(note('a', 1)), 'ab'), 'a'))).toBe(false)
  })

  it('that spaces alone are left of is none, and rests', () => {
    const w = stored(savingNote(typedNote(beginNote(note('a', 1)), '  ')), '  ', null)
    expect([w.stored.version, isOwed(w)]).toEqual([0, false])
  })

  it.each([
    ['mine', 'mine', true],
    ['theirs', 'other', false],
  ] as const)('and was written elsewhere too stays as the reader says: %s', (keep, text, owed) => {
    const w = overtaken(savingNote(typedNote(beginNote(note('a', 1)), 'mine')), note('other', 2))
    expect(isOwed(typedNote(w, 'mine still'))).toBe(false)
    const after = resolvedNote(w, keep)
    expect([after.text, after.stored.version, isOwed(after)]).toEqual([text, 2, owed])
  })
})
