/**
 * Files of images, services and USB devices come by the tus protocol (https://tus.io/protocols/resumable-upload, 1.0.0). It begins here, under
 * our own rules; then `HEAD` and `PATCH /deposits/:id/content` are tus's own, see `mock/deposit/tus.ts`.
 */
import { z } from 'zod'
import { Id } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { allDepositScreens } from './deposit.ts'
import { Deposit, NewDeposit } from './deposit.schema.ts'

export const depositRoutes = routes({
  'POST /deposits': {
    summary: 'Begin the upload of a file by tus, or go on with the same one',
    screens: allDepositScreens,
    body: NewDeposit,
    reply: Deposit,
    rate: 'upload',
    problems: ['too_large', 'quota_full', 'unsupported_type', 'not_allowed_in_state', 'locked'],
    audit: 'deposit.create',
  },
  'GET /deposits/:id': { summary: 'How far an upload is', screens: allDepositScreens, reply: Deposit },
  'DELETE /deposits/:id': {
    summary: 'Give an upload up: what came of it is thrown away at once',
    screens: allDepositScreens,
    reply: z.object({ id: Id }),
    problems: ['not_allowed_in_state'],
    audit: 'deposit.remove',
  },
})
