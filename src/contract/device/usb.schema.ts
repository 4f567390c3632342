import { z } from 'zod'
import { Id, row, Timestamp } from '../lib/crud.ts'
import { shaped, sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { Arriving } from './deposit.schema.ts'
import { usbClasses } from './usb.ts'

const Number16 = z
  .string()
  .trim()
  .toUpperCase()
  .refine((v) => /^[0-9A-F]{4}$/.test(v), { params: { rule: 'usb_number' } })

export const UsbDeviceBody = z.object({
  name: sized(z.string().trim(), limits.name.min, limits.name.max),
  device_class: z.enum(usbClasses).default('storage'),
  /** Four digits of the hexadecimal system, as the device says them. */
  vendor_id: Number16,
  product_id: Number16,
  manufacturer: z.string().max(60).default(''),
  serial: shaped(z.string().max(40), /^[\x21-\x7e]*$/, 'printable').default(''),
  description: sized(z.string(), 0, limits.imageDescription.max).default(''),
})
const plugStates = ['plugging', 'plugged'] as const
/** The running node it is in. */
export const UsbPlace = z
  .object({
    scene_id: Id,
    scene_name: z.string(),
    node_id: Id,
    node_name: z.string(),
    state: z.enum(plugStates),
    at: Timestamp,
    by_name: z.string(),
  })
  .nullable()
export type UsbPlace = z.output<typeof UsbPlace>

export const UsbDevice = row(UsbDeviceBody, {
  /** What a storage device holds. */
  file_name: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  arriving: Arriving,
  plugged: UsbPlace,
})
export type UsbDevice = z.output<typeof UsbDevice>
export type UsbDeviceBody = z.input<typeof UsbDeviceBody>
