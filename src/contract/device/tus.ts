/**
 * The two calls of the tus protocol (https://tus.io/protocols/resumable-upload, 1.0.0) that carry the bytes of a file. They are no routes of
 * ours: the protocol says what is in their headers, and there is no JSON in them but for what is refused.
 */
import type { Route } from '../lib/route.ts'
import { allDepositScreens } from './deposit.ts'

export const tusPath = '/deposits/:id/content'
export const tusVersion = '1.0.0'
export const tusPartType = 'application/offset+octet-stream'

interface TusHeader {
  name: string
  about: string
  /** The only value it may have; else it is a number of bytes. */
  is?: string
  optional?: true
}
export interface TusCall extends Pick<Route, 'summary' | 'screens' | 'problems'> {
  method: 'HEAD' | 'PATCH'
  asks: readonly TusHeader[]
  status: 200 | 204
  answers: readonly TusHeader[]
}

const version: TusHeader = { name: 'Tus-Resumable', about: 'Version of the protocol', is: tusVersion }
const received: TusHeader = { name: 'Upload-Offset', about: 'Bytes that have come: the next part begins there' }

export const tusCalls: readonly TusCall[] = [
  {
    method: 'HEAD',
    summary: 'Bytes received of an upload, by tus: where to resume after a break. POST /deposits starts one',
    screens: allDepositScreens,
    asks: [version],
    status: 200,
    answers: [version, received, { name: 'Upload-Length', about: 'Bytes of the whole file' }],
    problems: ['not_found'],
  },
  {
    method: 'PATCH',
    summary:
      'The next bytes of an upload, by tus, of the size its deposit says in part; with the last of them the file has come. DELETE /deposits/:id gives it up',
    screens: allDepositScreens,
    asks: [
      version,
      { name: 'Upload-Offset', about: 'Where the part begins: as many bytes as have come' },
      { name: 'Content-Type', about: 'Bytes of a part', is: tusPartType },
      { name: 'Content-Length', about: 'Bytes of the part', optional: true },
    ],
    status: 204,
    answers: [version, received],
    problems: ['not_found', 'not_allowed_in_state', 'offset_mismatch', 'too_large', 'quota_full'],
  },
]
