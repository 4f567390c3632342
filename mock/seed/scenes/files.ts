/** A file that was injected into a scene of the demonstration: in its list, and on the disk of the node. */
import { createHash } from 'node:crypto'
import type { Queryable } from '../../db/db.ts'
import { keep } from '../../world/scene/simulated/node.ts'
import type { Chance } from '../random.ts'
import { minute } from './entries.ts'

const script = `#!/bin/bash
# 小组侦察脚本 · Team recon: who is near, and who answers
awk '{print $1, $2}' /etc/hosts | grep -v localhost | while read address name; do
  if ping -c 1 $address > /dev/null; then echo "$name $address up"; else echo "$name $address silent"; fi
done
`
const body = Buffer.from(script)
export const injected = { path: '/root/recon.sh', bytes: body.length }
export const injectedAt = (started: Date): Date => new Date(started.getTime() + 6 * minute)

export async function layFile(
  q: Queryable,
  c: Chance,
  f: { scene: string; node: string; owner: { id: string; name: string }; started: Date },
): Promise<void> {
  const at = injectedAt(f.started)
  await q.query(
    `insert into scene_file (id, scene_id, node_id, path, name, mode, bytes, sha256, status, tried_at, at, by_id, by_name)
     values ($1, $2, $3, $4, 'recon.sh', '755', $5, $6, 'success', $7, $7, $8, $9)`,
    [
      c.id(at),
      f.scene,
      f.node,
      injected.path,
      injected.bytes,
      createHash('sha256').update(body).digest('hex'),
      at.toISOString(),
      f.owner.id,
      f.owner.name,
    ],
  )
  await keep(q, f.scene, f.node, [
    {
      path: injected.path,
      gone: false,
      kind: 'file',
      mode: 0o755,
      owner: 'root',
      size: body.length,
      body,
      changed: at,
    },
  ])
}
