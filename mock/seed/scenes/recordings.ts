/** Recordings of terminals in scenes of the demonstration: their rows, and their files once the rows are committed. */
import { mkdir, writeFile } from 'node:fs/promises'
import { recordingFile, recordingFolder } from '../../areas/scene/recording/file.ts'
import { fold } from '../../crud/fold.ts'
import type { Queryable } from '../../db/db.ts'
import type { Chance } from '../random.ts'

export interface SeedRecording {
  id: string
  text: string
}

/** A terminal as somebody used it, written down as the engine would have. */
export async function layRecording(
  q: Queryable,
  c: Chance,
  r: {
    id: string
    name: string
    owner: { id: string; name: string }
    node: { id: string; name: string } | undefined
    started: Date
  },
): Promise<SeedRecording[]> {
  if (!r.node) return []
  const id = c.id(r.started)
  const prompt = `\u001b[1;32mroot@${r.node.name}\u001b[0m:\u001b[1;34m~\u001b[0m# `
  const typed: readonly [string, string][] = [
    ['whoami', 'root\r\n'],
    ['uname -a', `Linux ${r.node.name} 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 x86_64 GNU/Linux\r\n`],
    ['ls /var/log', 'auth.log  syslog\r\n'],
    [
      'tail -n 2 /var/log/auth.log',
      `sshd[412]: Failed password for invalid user admin from 10.9.8.7 port 50122 ssh2\r\nsshd[412]: Server listening on 0.0.0.0 port 22.\r\n`,
    ],
    [
      'ss -lnt',
      'State   Recv-Q  Send-Q   Local Address:Port   Peer Address:Port\r\nLISTEN  0       128            0.0.0.0:22         0.0.0.0:*\r\n',
    ],
  ]
  let t = 0.4
  const events: unknown[] = [[t, 'o', prompt]]
  for (const [line, answer] of typed) {
    t += 1.2 + c.next() * 2
    for (const letter of line) {
      t += 0.06 + c.next() * 0.12
      events.push([Number(t.toFixed(3)), 'i', letter], [Number(t.toFixed(3)), 'o', letter])
    }
    t += 0.3
    events.push([Number(t.toFixed(3)), 'i', '\r'], [Number(t.toFixed(3)), 'o', `\r\n${answer}${prompt}`])
  }
  const head = {
    version: 2,
    width: 80,
    height: 24,
    timestamp: Math.floor(r.started.getTime() / 1000),
    title: `${r.name} / ${r.node.name}`,
  }
  const text = `${[head, ...events].map((l) => JSON.stringify(l)).join('\n')}\n`
  const ended = new Date(r.started.getTime() + t * 1000)
  await q.query(
    `insert into recording (id, kind, scene_id, scene_name, node_id, node_name, user_id, user_name, find, started_at, seconds, bytes, width, height, open, touched_at)
     values ($1, 'terminal', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 80, 24, false, $12)`,
    [
      id,
      r.id,
      r.name,
      r.node.id,
      r.node.name,
      r.owner.id,
      r.owner.name,
      fold(`${r.name} ${r.node.name} ${r.owner.name}`),
      r.started.toISOString(),
      t,
      Buffer.byteLength(text),
      ended.toISOString(),
    ],
  )
  return [{ id, text }]
}

/** Files of the recordings; before the transaction that lays their rows commits nothing points to them. */
export async function writeCasts(files: string, casts: readonly SeedRecording[]): Promise<void> {
  if (!casts.length) return
  await mkdir(recordingFolder(files, 'terminal'), { recursive: true })
  for (const { id, text } of casts) await writeFile(recordingFile(files, 'terminal', id), text)
}
