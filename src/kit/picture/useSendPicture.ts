/** Sends a picture past the cache: a file has no place in the store. */
import { useCallback } from 'react'
import type { Api } from '../../contract/api.ts'
import type { CallOptions } from '../../contract/lib/client.ts'
import type { RouteResult } from '../../contract/lib/route.ts'
import type { PictureUse } from '../../contract/picture/picture.ts'
import { useClient } from '../data/call.ts'

type Sent = RouteResult<Api, 'POST /pictures'>

/** Rejects with a ProblemError. */
export function useSendPicture(): (use: PictureUse, file: File, options: CallOptions) => Promise<Sent> {
  const client = useClient()
  return useCallback(
    (use, file, options) =>
      client(
        'POST /pictures',
        { query: { use, name: file.name.slice(-255), type: file.type }, body: file },
        { ...options, as: 'upload' },
      ),
    [client],
  )
}
