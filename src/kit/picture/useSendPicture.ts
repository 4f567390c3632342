/** Sends a picture past the cache: a file has no place in the store. */
import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import type { Api } from '../../contract/api.ts'
import type { CallOptions } from '../../contract/lib/client.ts'
import type { Answer } from '../../contract/lib/route.ts'
import type { PictureUse } from '../../contract/picture/picture.ts'
import type { Extra } from '../data/call.ts'

type Sent = Answer<Api, 'POST /pictures'>

/** Rejects with a ProblemError. */
export function useSendPicture(): (use: PictureUse, file: File, options: CallOptions) => Promise<Sent> {
  const dispatch = useDispatch()
  return useCallback(
    (use, file, options) => {
      const thunk = (_d: unknown, _s: unknown, { client }: Extra): Promise<Sent> => {
        const send = client as unknown as (route: string, args: object, o: CallOptions) => Promise<Sent>
        const query = { use, name: file.name.slice(-255), type: file.type }
        return send('POST /pictures', { query, body: file }, { ...options, as: 'upload' })
      }
      return dispatch(thunk as never) as unknown as Promise<Sent>
    },
    [dispatch],
  )
}
