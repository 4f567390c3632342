/** Lists of teams as people have them: a line each, a table, or what DOMjudge exports (`doc/manual/import.rst`). */
import { isRecord } from '../lib/typed.ts'

export const longestTeamList = 200_000

export interface WrittenTeam {
  /** In the list, from 1. */
  line: number
  name: string
  /** Usernames or numbers, the captain in front. */
  people: string[]
}

const words = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim()
const headed = /^(?:team(?: name)?|name|队伍|队名|队伍名称|名称)$/iu

/** `teams.json`: what stands on a board is its display name. */
function fromJson(text: string): WrittenTeam[] | undefined {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(said)) return undefined
  return said.flatMap((t, n) => {
    if (!isRecord(t)) return []
    const name = [t['display_name'], t['name']].find((x) => typeof x === 'string' && x.trim() !== '')
    const members = typeof t['members'] === 'string' ? t['members'].split(/[\n,;]/u) : []
    return typeof name === 'string'
      ? [{ line: n + 1, name: words(name), people: members.map(words).filter(Boolean) }]
      : []
  })
}

/** `teams.tsv`: number, external id, group, name, institution, … below a line that says what it is. */
function fromTsv(lines: readonly string[]): WrittenTeam[] | undefined {
  if (!/^(?:teams|File_Version)\t\d+\s*$/iu.test(lines[0] ?? '')) return undefined
  return lines.slice(1).flatMap((line, n) => {
    const name = words(line.split('\t')[3] ?? '')
    return name ? [{ line: n + 2, name, people: [] }] : []
  })
}

/** Cells of a line; quotes keep what would part them. */
function cellsOf(line: string): string[] {
  const comma = line.includes('\t') ? '\t' : /^[^,"]*[;；]/u.test(line) ? ';' : ','
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < line.length; i++) {
    const c = line[i] ?? ''
    if (quoted) {
      if (c !== '"') cell += c
      else if (line[i + 1] === '"') {
        cell += '"'
        i++
      } else quoted = false
    } else if (c === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (c === comma || (comma === ',' && c === '，') || (comma === ';' && c === '；')) {
      cells.push(cell)
      cell = ''
    } else cell += c
  }
  return [...cells, cell]
}

/** @example teamsWritten('Red pandas, lee, wang') */
export function teamsWritten(text: string): WrittenTeam[] {
  const plain = text.replace(/^\uFEFF/u, '')
  if (/^\s*\[/u.test(plain)) {
    const teams = fromJson(plain)
    if (teams) return teams
  }
  const lines = plain.split(/\r?\n|\r/u)
  const teams = fromTsv(lines)
  if (teams) return teams
  return lines.flatMap((line, n) => {
    const [name = '', ...people] = cellsOf(line).map(words)
    if (name === '' || (n === 0 && headed.test(name))) return []
    return [{ line: n + 1, name, people: people.filter(Boolean) }]
  })
}
