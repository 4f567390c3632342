/** Sends files to a node past the cache: a file has no place in the store. */
import { useCallback, useState } from 'react'
import { useDispatch } from 'react-redux'
import { limits } from '../../../contract/limits.ts'
import { dataApi } from '../../../kit/data/api.ts'
import { useClient } from '../../../kit/data/call.ts'
import { newKey } from '../../../lib/id.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { makeTurns } from '../../../lib/turns.ts'

export interface NodeFileTransfer {
  key: string
  name: string
  /** 0 to 1. */
  share: number
  problem: AppProblem | null
}

export function useInject(scene: string): {
  sending: readonly NodeFileTransfer[]
  inject: (file: File, to: { node: string; path: string }) => Promise<void>
  dismiss: (key: string) => void
} {
  const [sending, setSending] = useState<readonly NodeFileTransfer[]>([])
  // another tab sends as many
  const [turns] = useState(() => makeTurns(limits.uploadsAtOnce / 2))
  const dispatch = useDispatch()
  const client = useClient()
  const dismiss = useCallback((key: string) => setSending((all) => all.filter((s) => s.key !== key)), [])
  const inject = useCallback(
    async (file: File, { node, path }: { node: string; path: string }) => {
      const key = newKey()
      const change = (part: Partial<NodeFileTransfer>) =>
        setSending((all) => all.map((s) => (s.key === key ? { ...s, ...part } : s)))
      setSending((all) => [...all, { key, name: file.name, share: 0, problem: null }])
      try {
        await turns(() =>
          client(
            'POST /scenes/:id/files',
            { params: { id: scene }, query: { node, path, name: file.name.slice(-255) }, body: file },
            {
              as: 'upload',
              idempotencyKey: key,
              onProgress: (sent, total) => change({ share: total ? sent / total : 0 }),
            },
          ),
        )
        dismiss(key)
        dispatch(dataApi.util.invalidateTags([{ type: 'subject', id: 'scenes' }]))
      } catch (e) {
        change({ problem: problemOf(e) })
      }
    },
    [client, dispatch, dismiss, scene, turns],
  )
  return { sending, inject, dismiss }
}
