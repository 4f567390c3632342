import type { Views } from '../../kit/views.tsx'

const messages = ['device', 'image', 'upload', 'kit'] as const

export const deviceViews = {
  'service-manage': { load: () => import('./Services.tsx'), messages },
  'usb-emulation': { load: () => import('./UsbDevices.tsx'), messages },
  'physical-device': { load: () => import('./PhysicalDevices.tsx'), messages },
} satisfies Views
