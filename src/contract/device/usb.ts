import { field, resource, rowFields } from '../lib/resource.ts'
import type { UsbDevice, UsbDeviceBody } from './usb.schema.ts'

/** What a device is for. Words for the base classes of the USB standard (https://www.usb.org/defined-class-codes). */
export const usbClasses = ['storage', 'input', 'serial', 'audio', 'video', 'network', 'smart-card', 'other'] as const
export type UsbClass = (typeof usbClasses)[number]
export const usbClassCodes: Readonly<Record<UsbClass, string>> = {
  storage: '08',
  input: '03',
  serial: '02',
  audio: '01',
  video: '0E',
  network: 'E0',
  'smart-card': '0B',
  other: 'FF',
}

/** Why a device did not get into a node. */
export const usbReasons = [
  'node_off',
  'no_space',
  /** What runs the node does not emulate devices of this class. */
  'usb_class',
  /** No socket is free. */
  'usb_full',
  /** The system on the node has no drivers for USB. */
  'no_usb_driver',
  'driver',
] as const
export type UsbReason = (typeof usbReasons)[number]

/** A device that a running node sees as plugged in. */
export const usbDevice = resource<UsbDevice, UsbDeviceBody>()('usb-device', {
  area: 'device',
  path: '/usb-devices',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    device_class: field.one(usbClasses),
    vendor_id: field.text,
    product_id: field.text,
    manufacturer: field.text,
    serial: field.text,
    description: field.longText,
    file_name: field.text,
    size: field.size,
    sha256: field.code,
    plugged: field.list,
  },
  find: ['name', 'manufacturer', 'serial', 'vendor_id', 'product_id'],
  filter: ['device_class', 'updated_at'],
  sort: ['name', 'device_class', 'vendor_id', 'updated_at', 'created_at'],
  order: 'name',
  unique: [['name'], ['vendor_id', 'product_id', 'serial']],
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options'],
  read: ['usb-emulation'],
  write: ['usb-emulation'],
  page: 'usb-emulation',
  owned: true,
  // a stick is lent like a drawing: whoever may use it plugs it in and takes it out
  actions: { attach: { on: 'own', level: 'use' }, detach: { on: 'own', level: 'use' } },
})
