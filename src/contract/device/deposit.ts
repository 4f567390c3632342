/** Files on their way into the store: what they are for, and what each may weigh. Bytes. */
import type { ScreenName } from '../screens/index.ts'
import { courseKeeping } from '../course/screens.ts'
import { attachmentScreens } from '../bank/attachment.ts'
import { limits } from '../limits.ts'
import type { ImageType, OsFamily } from '../image/image.ts'

export const depositKinds = ['image', 'service', 'usb-device', 'attachment', 'course-file'] as const
export type DepositKind = (typeof depositKinds)[number]
/** `open`: bytes are coming; `whole`: they have come and are looked through; `failed`: of a fetch, nothing came of it. */
export const depositStates = ['open', 'whole', 'failed'] as const

export const depositScreens = {
  image: ['image-manage', 'image-quick-create', 'image-create', 'image-edit'],
  service: ['service-manage'],
  'usb-device': ['usb-emulation'],
  attachment: attachmentScreens,
  'course-file': courseKeeping,
} as const satisfies Record<DepositKind, readonly ScreenName[]>
export const allDepositScreens: readonly ScreenName[] = Object.values(depositScreens).flat()

/** Largest file of an image; undefined where the quota and the disk alone decide. A disc is below its limit, not at it. */
export function largestImage(type: ImageType, os: OsFamily): number | undefined {
  if (type === 'installer') return limits.disc - 1
  return os === 'windows' ? limits.windowsImage : undefined
}
export const largestPackage = limits.servicePackage - 1
