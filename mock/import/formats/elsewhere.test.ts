/** Files that are not read, and tables that are nearly right: people are told what a file is and what it lacks. */
import { describe, expect, it } from 'vitest'
import { formatsOfExercises } from './registry.ts'
import { findInTexts } from '#tests/support/found.ts'
import { asUtf8 } from './read/page.ts'
import { bytesSource } from './source.ts'

const problems = async (files: Record<string, string>, among?: typeof formatsOfExercises) =>
  (await findInTexts(files, among)).files.map((f) => [f.place.file, f.problem.code, f.problem.params])

describe('a file of no format', () => {
  it('is called what it is, where it is well known', async () => {
    const files = {
      'kev.json': '{"title":"CISA","catalogVersion":"1","vulnerabilities":[{"cveID":"CVE-2021-44228"}]}',
      'CVE-2021-44228.json': '{"dataType":"CVE_RECORD","dataVersion":"5.0"}',
      'enterprise-attack.json': '{"type":"bundle","id":"bundle--1","objects":[]}',
      'files_exploits.csv': 'id,file,description,date_published,author,type,platform,port\n1,a,b,2020-01-01,c,d,e,\n',
    }
    expect(await problems(files)).toEqual([
      ['kev.json', 'format_elsewhere', { kind: 'CISA KEV' }],
      ['CVE-2021-44228.json', 'format_elsewhere', { kind: 'CVE' }],
      ['enterprise-attack.json', 'stix', {}],
      ['files_exploits.csv', 'format_elsewhere', { kind: 'Exploit-DB' }],
    ])
    const drawings = {
      'lab.clab.yml': 'name: lab\n\ntopology:\n  nodes:\n    a: {}\n',
      'ours.yml': 'nodes:\n  - name: web\n    kind: server\n',
      'topology.json': '{"version":1,"nodes":[],"links":[],"networks":[]}',
      'manifest.json': '{"format":"range-topology","version":1}',
      'project.json': '{"name":"lab","type":"topology","topology":{"nodes":[]}}',
      'crczp.yml': 'name: small\nhosts:\n  - name: a\nnetworks:\n  - name: b\n',
      'eve.xml': '<?xml version="1.0"?>\n<lab name="x"/>',
      'drawn.xml': '<mxfile host="x"/>',
    }
    expect(await problems(drawings)).toEqual(Object.keys(drawings).map((name) => [name, 'holds_topology', {}]))
  })

  it('of a MISP galaxy says which, or where its entries are', async () => {
    const cluster = (category: string) =>
      JSON.stringify({ authors: ['x'], category, description: 'x', name: 'x', type: 'x', uuid: '1', values: [] })
    expect(
      await problems({
        'clusters/actors.json': cluster('actor'),
        'galaxies/tools.json': '{"description":"x","icon":"gavel","name":"x","namespace":"m","type":"x","uuid":"1"}',
      }),
    ).toEqual([
      ['clusters/actors.json', 'format_elsewhere', { kind: 'MISP galaxy (actor)' }],
      ['galaxies/tools.json', 'galaxy_only', {}],
    ])
  })

  it('that lies beside the others for who reads it is left aside', async () => {
    const files = { LICENSE: 'x', 'a/README.zh-CN.md': 'x', 'a/COPYING.LESSER': 'x', 'licensed.bin': 'x' }
    expect((await problems(files)).map(([name, code]) => [name, code])).toEqual([
      ['LICENSE', 'left_aside'],
      ['a/README.zh-CN.md', 'left_aside'],
      ['a/COPYING.LESSER', 'left_aside'],
      ['licensed.bin', 'format_unknown'],
    ])
  })

  it('that is a table names its headings and those that are needed', async () => {
    const [[, code, params] = []] = await problems({ 'q.csv': 'Question,Correct\nx,y\n' })
    expect([code, params]).toEqual([
      'headings_unknown',
      {
        found: 'Question, Correct',
        expected: 'title, query, category / name, summary, category / type, title, answer',
      },
    ])
    const [[, , own] = []] = await problems({ 'q.csv': 'Question,Correct\nx,y\n' }, formatsOfExercises)
    expect(own).toMatchObject({ found: 'Question, Correct' })
  })

  it('that our own export wrote for people is none', async () => {
    expect(await problems({ 'NOT-WRITTEN.txt': 'Made\n' })).toEqual([])
  })
})

describe('a table of questions', () => {
  const table = (comma: string) =>
    [
      ['type', 'title', 'answer', 'stem'],
      ['true-false', 'One', 'true', '"a, b; c"'],
      ['', '', '', ''],
      ['true-false', 'Two', 'false', ''],
    ]
      .map((r) => `${r.join(comma)}\n`)
      .join('')
  it.each([',', ';', '\t'])(
    'is read with %j between its cells, and a line with nothing else is none',
    async (comma) => {
      const { rows, bad, files } = await findInTexts({ 'q.csv': table(comma) })
      expect([bad, files]).toEqual([[], []])
      expect(rows.map((r) => [r.data['title'], r.data['stem'], r.place.line])).toEqual([
        ['One', 'a, b; c', 2],
        ['Two', '', 4],
      ])
    },
  )
})

it('reads one flag that stands without a list', async () => {
  const { rows, bad } = await findInTexts({ 'a/challenge.yml': 'name: A\ncategory: Web\nvalue: 1\nflags: flag{a}\n' })
  expect([bad, rows.map((r) => r.data['flag'])]).toEqual([
    [],
    [{ kind: 'static', value: 'flag{a}', ignore_case: false }],
  ])
})

it('takes accented Latin letters for what they are, and Chinese for Chinese', async () => {
  const latin = Buffer.from('id,author\n1,José Núñez\n2,Réda Hàn\n3,Müller\n4,ÃºÃ©\n', 'latin1')
  const chinese = Buffer.concat([Buffer.from('title\n'), Buffer.from([0xb7, 0xd1, 0xcd, 0xf8, 0xc2, 0xe7])])
  const pages = await Promise.all([latin, chinese].map(async (b) => (await asUtf8(bytesSource('a.csv', b))).page))
  expect(pages).toEqual(['windows-1252', 'gb18030'])
})
