import { describe, expect, it } from 'vitest'
import { teamsWritten } from './teamList.ts'
import { looksLike, passesForStaff } from './teamName.ts'

describe('a list of teams', () => {
  it('is a line each, with cells parted by commas, semicolons or tabs, and quotes around what holds one', () => {
    expect(
      teamsWritten(
        '\uFEFFTeam, Captain, Members\r\nRed pandas, lee, wang\r\n\r\n"Null, void";zhao\nTidewatch\t chen \t\n云岭蓝盾，林，王',
      ),
    ).toEqual([
      { line: 2, name: 'Red pandas', people: ['lee', 'wang'] },
      { line: 4, name: 'Null, void;zhao', people: [] },
      { line: 5, name: 'Tidewatch', people: ['chen'] },
      { line: 6, name: '云岭蓝盾', people: ['林', '王'] },
    ])
  })
  it('may be what DOMjudge exports', () => {
    const json = JSON.stringify([
      { id: '1', name: 'team1', display_name: 'Red  pandas', organization_id: 'x' },
      { id: '2', name: 'Tidewatch', members: 'lee\nwang' },
      { id: '3' },
      7,
    ])
    expect(teamsWritten(json)).toEqual([
      { line: 1, name: 'Red pandas', people: [] },
      { line: 2, name: 'Tidewatch', people: ['lee', 'wang'] },
    ])
    const tsv =
      'teams\t1\n1\t447047\t24\t¡i¡i¡\tLund University\tLU\tSWE\n2\t\t24\tPleading not FAUlty\tFAU\tFAU\tDEU\n'
    expect(teamsWritten(tsv).map((t) => [t.line, t.name])).toEqual([
      [2, '¡i¡i¡'],
      [3, 'Pleading not FAUlty'],
    ])
  })
  it('is empty of what names nothing', () => {
    for (const text of ['', ' \n\t\n', '[]', 'teams\t1\n']) expect(teamsWritten(text)).toEqual([])
    // no list of teams, however it begins
    expect(teamsWritten('[not json')).toEqual([{ line: 1, name: '[not json', people: [] }])
  })
})

describe('a name of a team', () => {
  it('looks like another in other letters, other capitals, other spaces and signs', () => {
    for (const name of ['Red pandas', 'RED PANDAS', 'Rеd раndas', 'red-pandas', 'Red_Pandas'])
      expect([name, looksLike(name, 'Red pandas')]).toEqual([name, true])
    for (const name of ['Red panda', 'Blue pandas', '红熊猫', '   ']) expect(looksLike(name, 'Red pandas')).toBe(false)
  })
  it('may not be that of staff, nor a word for it', () => {
    for (const name of ['Admin', 'АDМIN', 'Referee', '裁判', 'Lin Yue', 'Lіn Yuе'])
      expect([name, passesForStaff(name, ['Lin Yue'])]).toEqual([name, true])
    expect(passesForStaff('Administrators anonymous', ['Lin Yue'])).toBe(false)
  })
})
