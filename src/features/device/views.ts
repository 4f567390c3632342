import { firstPage, type Views } from '../../kit/views.tsx'

const messages = ['device', 'image', 'upload', 'kit'] as const

export const deviceViews = {
  'service-manage': { load: () => import('./Services.tsx'), messages, first: firstPage('/services') },
  'usb-emulation': { load: () => import('./UsbDevices.tsx'), messages, first: firstPage('/usb-devices') },
  'physical-device': { load: () => import('./PhysicalDevices.tsx'), messages, first: firstPage('/physical-devices') },
} satisfies Views
