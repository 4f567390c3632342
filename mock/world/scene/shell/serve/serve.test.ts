/** What simulated services are made of: hashes as Linux writes them, queries, captures, archives, rights, sites. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { crypt } from '../crypt.ts'
import { rightFor } from '../sudoers.ts'
import { ArchiveError, gunzip, packTar, untar, unzip, zip } from './archive.ts'
import { filterOf } from './filter.ts'
import { echoOf, type Packet, packetsOf, pcap, readPcap } from './packets.ts'
import { siteOf } from './site.ts'
import { select } from './sql.ts'

// as `openssl passwd` makes them
it.each([
  ['Hello world!', '$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5'],
  [
    'Hello world!',
    '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
  ],
  [
    'hello',
    '$6$rounds=1000$abc$ezk7z0ByB2021q.W2WbfEwaXpqLCvdXKfKniTXIu2iAtsO2wmeTc6beQ6jlqtrp9cKRJUPgPePvRAbUfkVx.d1',
  ],
])('the hash of %s is the one Linux makes', (text, hash) => {
  expect(crypt(text, hash)).toBe(hash)
})

describe('a query', () => {
  const tables = {
    items: [
      { name: 'rope', price: 4 },
      { name: 'lamp', price: 7 },
    ],
    secrets: [{ id: 1, note: 'hidden' }],
  }
  it.each([
    ["SELECT name FROM items WHERE name = 'rope'", [['rope']]],
    ["SELECT name FROM items WHERE name = '' OR 1=1 -- '", [['rope'], ['lamp']]],
    ["SELECT name, price FROM items WHERE name = 'x' UNION SELECT note, id FROM secrets#'", [['hidden', 1]]],
    ["SELECT name FROM items WHERE name LIKE 'l%' AND NOT price < 5 ORDER BY 1 DESC LIMIT 1", [['lamp']]],
    ["SELECT table_name FROM information_schema.tables WHERE table_name LIKE '%cret%'", [['secrets']]],
  ])('%s', (sql, rows) => {
    expect(select(sql, tables).rows).toEqual(rows)
  })
  it.each([
    ["SELECT name FROM items WHERE name = 'x''", /SQL syntax/],
    ['SELECT name FROM items UNION SELECT note, id FROM secrets', /different number of columns/],
    ['SELECT wrong FROM items', /Unknown column/],
    ['SELECT name FROM nothing', /doesn't exist/],
    ['SELECT name FROM items; DROP TABLE items', /SQL syntax/],
    [`SELECT ${'('.repeat(900)}`, /SQL syntax/],
    ['x'.repeat(3000), /too long/],
  ])('%s is refused', (sql, why) => {
    expect(() => select(sql, tables)).toThrow(why)
  })
})

it('packets are read from a capture as they were written', () => {
  const talk = {
    from: 'a',
    to: 'b',
    port: 21,
    proto: 'tcp' as const,
    after: 1,
    says: [['>', 'USER anna\r\n']] as [['>', string]],
  }
  const packets = packetsOf(talk, '10.0.0.5', '10.0.0.9', 1)
  const read = readPcap(pcap(packets, new Date('2026-01-02T03:04:05Z'))) ?? []
  // the time of a packet is that of the capture
  const undated = (all: typeof packets) => all.map((p) => ({ ...p, at: 0 }))
  expect(undated(read)).toEqual(undated(packets))
  expect(readPcap(Buffer.from('no capture'))).toBeUndefined()
  const echoes = echoOf('10.0.0.5', '10.0.0.9', { id: 7, seq: 3, at: 1, ms: 2, answered: true })
  expect(undated(readPcap(pcap(echoes, new Date(0))) ?? [])).toEqual(undated(echoes))
})

describe('a filter of captures', () => {
  const tcp = packetsOf(
    { from: 'a', to: 'b', port: 80, proto: 'tcp', after: 0, says: [] },
    '10.0.0.5',
    '10.0.1.9',
    1,
    40_001,
  )[0] as Packet
  const [echo] = echoOf('10.0.1.9', '10.0.0.5', { id: 1, seq: 1, at: 0, ms: 1, answered: false }) as [Packet]
  const named = (name: string) => (name === 'desk' ? '10.0.0.5' : undefined)
  it.each([
    ['', true, true],
    ['tcp port http', true, false],
    ['src host desk and dst port 80', true, false],
    ['host desk', true, true],
    ['not icmp', true, false],
    ['icmp or (tcp and not port 80)', false, true],
    ['net 10.0.1.0/24', true, true],
    ['src net 10.0.1', false, true],
    ['portrange 70-90', true, false],
    ['!(host desk) || udp', false, false],
  ])('%s', (text, first, second) => {
    const fits = filterOf(text, named)
    if (typeof fits !== 'function') throw new Error(fits.fault)
    expect([fits(tcp), fits(echo)]).toEqual([first, second])
  })
  it.each([
    ['port frob', "unknown port 'frob'"],
    ['host nobody', "unknown host 'nobody'"],
    ['(tcp', "can't parse filter expression: syntax error"],
    ['tcp and', "can't parse filter expression: syntax error"],
    ['tcp)', "can't parse filter expression: syntax error"],
  ])('%s is refused', (text, fault) => {
    expect(filterOf(text, named)).toEqual({ fault })
  })
})

it('archives are read as they were written, and not without bounds', () => {
  const members = [{ name: 'a/b.txt', body: Buffer.from('hello') }]
  expect(untar(packTar(members, new Date(0)))).toEqual(members)
  expect(unzip(zip(members))).toEqual(members)
  expect(() => gunzip(gzipSync(Buffer.alloc(8 * 1024 * 1024)))).toThrow(ArchiveError)
  expect(() => unzip(zip([{ name: 'large', body: Buffer.alloc(8 * 1024 * 1024) }]))).toThrow(ArchiveError)
})

it('a rule of sudo lets do what it says and nothing else', () => {
  const rights = [
    { as: 'root', free: true, command: '/usr/sbin/nginx -t' },
    { as: 'root', free: true, command: '/usr/bin/tar' },
  ]
  const may = (...words: string[]) => rightFor(rights, 'root', words) !== undefined
  expect([may('nginx', '-t'), may('nginx', '-s', 'stop'), may('/usr/sbin/nginx', '-t'), may('cat', 'x')]).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect([may('/tmp/tar', '-c'), may('tar', '-c'), rightFor(rights, 'anna', ['tar'])]).toEqual([false, true, undefined])
})

it('the file of a site says what is wrong with it, and where', () => {
  expect(siteOf('server {\n  listen 8080\n  root /srv;\n}\n', '/etc/x')).toEqual({
    fault: 'nginx: [emerg] directive "listen" is not terminated by ";" in /etc/x:2',
  })
  expect(siteOf('server {\n  listen 81;\n  autoindex on;\n}\n', '/etc/x')).toMatchObject({ port: 81, listing: true })
})
