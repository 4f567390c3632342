/** WebVTT (https://www.w3.org/TR/webvtt1/) as far as captions and transcripts need it: times and plain text. Settings, styles and regions are left out. */
import { mediaLimits } from './media.ts'

export interface Cue {
  /** Seconds. */
  from: number
  to: number
  text: string
}
export type VttVerdict = { ok: true; cues: Cue[] } | { ok: false; fault: 'not_captions' | 'too_many'; line: number }

const stamp = /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/
function secondsAt(text: string): number | undefined {
  const m = stamp.exec(text)
  if (!m) return undefined
  return Number(m[1] ?? 0) * 3600 + Number(m[2]) * 60 + Number(m[3]) + Number(m[4]) / 1000
}
const named: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&lrm;': '',
  '&rlm;': '',
}
/** The words of a cue: tags of voices, classes and times go. */
const plain = (lines: readonly string[]): string =>
  lines
    .join('\n')
    // no tag within a tag: of a row of angles each is looked at once, and not each with what follows it
    .replace(/<[^<>\n]{0,200}>/g, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => named[entity] ?? entity)
    .trim()
    .slice(0, mediaLimits.cue)

/** Cues in the order of their times, or the line at which the text stops to be WebVTT. */
export function parseVtt(text: string): VttVerdict {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) return { ok: false, fault: 'not_captions', line: 1 }
  const cues: Cue[] = []
  let n = 1
  // what stands below the signature belongs to it
  while (n < lines.length && lines[n] !== '') n++
  while (n < lines.length) {
    if (lines[n]?.trim() === '') {
      n++
      continue
    }
    const begin = n
    const block: string[] = []
    while (n < lines.length && lines[n]?.trim() !== '') block.push(lines[n++] ?? '')
    if (/^(?:NOTE|STYLE|REGION)(?:[ \t:]|$)/.test(block[0] ?? '')) continue
    const at = block.findIndex((l) => l.includes('-->'))
    if (at < 0 || at > 1) return { ok: false, fault: 'not_captions', line: begin + 1 }
    const [from, to] = (block[at] ?? '').split('-->').map((s) => secondsAt(s.trim().split(/[ \t]/)[0] ?? ''))
    if (from === undefined || to === undefined || to < from)
      return { ok: false, fault: 'not_captions', line: begin + at + 1 }
    const words = plain(block.slice(at + 1))
    if (words !== '') cues.push({ from, to, text: words })
    if (cues.length > mediaLimits.cues) return { ok: false, fault: 'too_many', line: begin + 1 }
  }
  return { ok: true, cues: cues.toSorted((a, b) => a.from - b.from) }
}
/** Those that are said at a second. */
export const cuesAt = (cues: readonly Cue[], second: number): Cue[] =>
  cues.filter((c) => c.from <= second && second < c.to)
