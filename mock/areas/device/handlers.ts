import { physicalDevice } from './physical.ts'
import { service } from './service.ts'
import { usbDevice } from './usb.ts'

export const deviceHandlers = { ...service, ...usbDevice, ...physicalDevice }
