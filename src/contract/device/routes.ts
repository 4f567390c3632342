/**
 * Files of images, services, USB devices and questions come by the tus protocol (https://tus.io/protocols/resumable-upload, 1.0.0). It begins here, under
 * our own rules; then `HEAD` and `PATCH /deposits/:id/content` are tus's own (`tus.ts`).
 */
import { z } from 'zod'
import { Id } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { allDepositScreens, depositScreens } from './deposit.ts'
import { Deposit, NewDeposit, NewFetch } from './deposit.schema.ts'
import { UsbDevice } from './usb.schema.ts'

export const depositRoutes = routes({
  'POST /deposits': {
    summary:
      'Begin the upload of a file by tus, or go on with the same one: its bytes go to PATCH /deposits/:id/content of the id answered',
    screens: allDepositScreens,
    body: NewDeposit,
    reply: Deposit,
    rate: 'upload',
    problems: ['too_large', 'quota_full', 'unsupported_type', 'not_allowed_in_state', 'locked'],
    audit: 'deposit.create',
  },
  'POST /deposits/fetch': {
    summary: 'Fetch the file of an image from a public web address, 1 GB at most; its row shows the progress',
    screens: depositScreens.image,
    body: NewFetch,
    reply: Deposit,
    rate: 'upload',
    problems: ['fetch_refused', 'fetch_busy', 'quota_full', 'unsupported_type', 'not_allowed_in_state', 'locked'],
    audit: 'deposit.fetch',
  },
  'GET /deposits/:id': { summary: 'Progress of an upload', screens: allDepositScreens, reply: Deposit },
  'DELETE /deposits/:id': {
    summary: 'Cancel an upload: what was received is discarded at once',
    screens: allDepositScreens,
    reply: z.object({ id: Id }),
    problems: ['not_allowed_in_state'],
    audit: 'deposit.remove',
  },
})

export const usbRoutes = routes({
  'GET /usb-devices/nodes': {
    summary:
      'Running nodes a USB device may be plugged into: those of all scenes for whoever oversees them, else of one’s own; fifty at most',
    screens: ['usb-emulation'],
    query: z.strictObject({ q: z.string().max(100).optional() }),
    reply: z.object({
      items: z.array(
        z.object({
          scene_id: Id,
          scene_name: z.string(),
          node_id: Id,
          node_name: z.string(),
          address: z.string(),
          owner_name: z.string(),
        }),
      ),
    }),
  },
  'POST /usb-devices/:id/attach': {
    summary: 'Plug a USB device into a running node; it is in one at a time',
    screens: ['usb-emulation'],
    body: z.strictObject({ scene_id: Id, node_id: Id }),
    reply: UsbDevice,
    problems: [
      'usb_plugged',
      'usb_unsupported',
      'usb_class_unsupported',
      'not_allowed_in_state',
      'no_operation_permission',
    ],
    audit: 'usb-device.attach',
  },
  'POST /usb-devices/:id/detach': {
    summary: 'Pull a USB device out of the node it is in',
    screens: ['usb-emulation'],
    reply: UsbDevice,
    problems: ['not_allowed_in_state'],
    audit: 'usb-device.detach',
  },
})
