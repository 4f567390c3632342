import { describe, expect, it } from 'vitest'
import { findInTexts } from '#tests/support/found.ts'

const file = (list: string, ...tools: object[]) => JSON.stringify({ [list]: tools })

describe("Rawsec's inventory", () => {
  const scanner = {
    name: 'Harbour Scan',
    source: 'https://example.org/src',
    website: 'https://example.org/',
    description: 'Scans <b>ports</b> & services',
    language: 'Go',
    price: 'Free',
    online: 'False',
    blackarch: 'harbour-scan',
    keywords: 'ports, TCP, ports',
  }
  it('gives tools in the category of the file name, and says nothing of what the file does not say', async () => {
    const { formats, rows } = await findInTexts({ 'data/network_mapping.json': file('tools', scanner) })
    expect(formats).toEqual({ 'data/network_mapping.json': 'rawsec-tools' })
    expect(rows).toEqual([
      {
        resource: 'tool',
        key: 'tool:network-mapping/harbour scan',
        label: 'Harbour Scan',
        place: { file: 'data/network_mapping.json', line: 1, index: 1, path: 'tools' },
        data: {
          name: 'Harbour Scan',
          category: 'network_mapping',
          summary: 'Scans <b>ports</b> & services',
          language: 'Go',
          website: 'https://example.org/',
          source_url: 'https://example.org/src',
          price: 'free',
          keywords: ['ports', 'TCP'],
          synonyms: ['harbour-scan'],
          origin: 'rawsec',
        },
      },
    ])
  })
  it('knows a tool that is used in the browser, and what a plug-in is for', async () => {
    const { rows } = await findInTexts({
      'plugins.json': file('tools', {
        ...scanner,
        online: 'True',
        blackarch: undefined,
        keywords: undefined,
        tool: 'IDA / Ghidra',
        price: 'Paid',
      }),
    })
    expect(rows[0]?.data).toMatchObject({ platforms: ['web'], keywords: ['IDA', 'Ghidra'], price: 'paid' })
    expect(rows[0]?.data).not.toHaveProperty('online')
    expect(rows[0]?.data).not.toHaveProperty('synonyms')
  })
  it('files platforms of contests under one category, by kind', async () => {
    const { rows } = await findInTexts({
      'jeopardy.json': file('ctf_platforms', { name: 'Board', description: 'CTF platform', price: 'Free' }),
    })
    expect(rows[0]?.data).toMatchObject({ category: 'ctf_platforms', keywords: ['jeopardy'] })
  })
  it('refuses addresses that are none, prices nobody knows and values of another kind, and keeps the rest', async () => {
    const { rows, bad } = await findInTexts({
      'a.json': file(
        'tools',
        { ...scanner, source: 'hhttps://example.org' },
        { ...scanner, price: 'constructor' },
        { ...scanner, name: 5 },
        scanner,
      ),
    })
    expect(rows.map((r) => r.place.index)).toEqual([4])
    expect(bad.map((b) => b.reasons.map((r) => `${r.path} ${r.rule}`))).toEqual([
      ['source_url url'],
      ['price one_of'],
      ['name type'],
    ])
  })
})

describe('LOLBAS', () => {
  const certify = `---
Name: Certify.exe
Description: Handles <certificates>
Aliases:
  - Alias: Certify64.exe
Created: 2018-05-25
Commands:
  - Command: certify.exe -f {REMOTEURL:.exe} {PATH:.exe}
    Description: "Download: and save"
    Usecase: Download
    Category: Download
    Privileges: User
    MitreID: T1105
    OperatingSystem: 10
  - Command: certify.exe -decode
    Category: Download
    MitreID: T1105
Full_Path:
  - Path: 'C:\\Users\\<username>\\certify.exe'
Code_Sample:
  - Code: https://example.org/code
Detection:
  - Sigma: https://example.org/rule
  - IOC: 'Process: certify'
Resources:
  - Link: https://example.org/1
  - Link:
`
  it('gives one tool per file, commands and paths as text', async () => {
    const { formats, rows, bad } = await findInTexts({ 'yml/OSBinaries/Certify.yml': certify })
    expect(formats).toEqual({ 'yml/OSBinaries/Certify.yml': 'lolbas-yaml' })
    expect(bad).toEqual([])
    expect(rows).toEqual([
      {
        resource: 'tool',
        key: 'tool:lolbas/certify.exe',
        label: 'Certify.exe',
        place: { file: 'yml/OSBinaries/Certify.yml', line: 2 },
        data: {
          name: 'Certify.exe',
          category: 'lolbas',
          summary: 'Handles <certificates>',
          platforms: ['windows'],
          synonyms: ['Certify64.exe'],
          keywords: ['Download'],
          attack_ids: ['T1105'],
          commands: [
            {
              command: 'certify.exe -f {REMOTEURL:.exe} {PATH:.exe}',
              description: 'Download: and save',
              usecase: 'Download',
              privileges: 'User',
              os: '10',
              attack_id: 'T1105',
            },
            {
              command: 'certify.exe -decode',
              description: '',
              usecase: '',
              privileges: '',
              os: '',
              attack_id: 'T1105',
            },
          ],
          paths: ['C:\\Users\\<username>\\certify.exe'],
          detections: ['Sigma: https://example.org/rule', 'IOC: Process: certify'],
          references: ['https://example.org/1', 'https://example.org/code'],
          origin: 'lolbas',
        },
      },
    ])
  })
  it('does not take the form for new entries for an entry', async () => {
    expect((await findInTexts({ 'YML-Template.yml': certify })).files[0]?.problem.code).toBe('format_unknown')
  })
  it('refuses a file that is no YAML with its line, and an entry without a name with its field', async () => {
    const { files } = await findInTexts({ 'a.yml': certify.replace('Full_Path:', '   Full_Path: :') })
    expect(files).toMatchObject([
      { problem: { code: 'yaml_syntax' }, place: { file: 'a.yml', line: expect.any(Number) } },
    ])
    const { bad } = await findInTexts({ 'a.yml': certify.replace('Name: Certify.exe', 'Name:') })
    expect(bad).toMatchObject([{ reasons: [{ path: 'name', rule: 'required' }] }])
    expect((await findInTexts({ 'a.yml': `- Name: x\n${certify.replace('---\n', '---\n')}` })).files).toHaveLength(1)
  })
})

const cluster = (...values: unknown[]) =>
  JSON.stringify({
    authors: ['MITRE'],
    category: 'tool',
    name: 'mitre-tool',
    type: 'mitre-tool',
    uuid: 'u',
    values,
    version: 37,
  })

describe('the MISP galaxy', () => {
  const editor = {
    description: '[Editor](https://example.org) dumps. (Citation: X)',
    meta: {
      external_id: 'S0005',
      mitre_platforms: ['Windows', 'macOS', 'Office Suite', 'IaaS'],
      refs: ['https://example.org/S0005'],
      synonyms: ['Credential Editor', 'CE'],
    },
    related: [{ 'dest-uuid': 'x', type: 'uses' }],
    uuid: 'u',
    value: 'Credential Editor - S0005',
  }
  it('gives tools by name, the ATT&CK number beside it, platforms in our words', async () => {
    const { formats, rows } = await findInTexts({ 'clusters/mitre-tool.json': cluster(editor) })
    expect(formats).toEqual({ 'clusters/mitre-tool.json': 'misp-galaxy-tools' })
    expect(rows[0]).toMatchObject({ key: 'tool:mitre-tool/credential editor', place: { index: 1, path: 'values' } })
    expect(rows[0]?.data).toEqual({
      name: 'Credential Editor',
      category: 'mitre-tool',
      summary: '[Editor](https://example.org) dumps. (Citation: X)',
      platforms: ['windows', 'macos', 'other'],
      synonyms: ['CE'],
      references: ['https://example.org/S0005'],
      attack_ids: ['S0005'],
      origin: 'misp',
    })
  })
  it('keeps a name that only looks numbered, and a cluster without what is optional', async () => {
    const { rows } = await findInTexts({ 'tool.json': cluster({ value: 'Tool - S0005', description: 'x', uuid: 'u' }) })
    expect(rows[0]?.data).toEqual({
      name: 'Tool - S0005',
      category: 'mitre-tool',
      summary: 'x',
      synonyms: [],
      references: [],
      origin: 'misp',
    })
  })
  it('leaves the description of a galaxy and clusters of other things to others', async () => {
    const other = cluster(editor).replace('"category":"tool"', '"category":"actor"')
    expect((await findInTexts({ 'a.json': other })).formats).toEqual({ 'a.json': null })
    const galaxy = '{"description":"x","icon":"gavel","name":"mitre-tool","type":"mitre-tool","uuid":"u","version":7}'
    expect((await findInTexts({ 'a.json': galaxy })).formats).toEqual({ 'a.json': null })
  })
})
