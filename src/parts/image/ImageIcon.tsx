import './image-icon.css'
import type { ImageCategory } from '../../contract/image/image.ts'
import { usePicture } from '../../kit/picture/usePicture.ts'
import { Icon, type IconName } from '../../ui/icon/Icon.tsx'

const stands: Record<ImageCategory, IconName> = {
  attack: 'swords',
  target: 'target',
  server: 'server',
  desktop: 'dashboard',
  database: 'library',
  network: 'network',
  security: 'shield',
  industrial: 'settings',
  other: 'image',
}

/** The picture of an image, or what its category looks like. */
export function ImageIcon({ icon, category, size }: { icon: string; category: ImageCategory; size: 24 | 40 }) {
  const at = usePicture()
  const src = at(icon)
  return src ? (
    <img className={`image-icon image-icon-${size}`} src={src} alt="" width={size} height={size} loading="lazy" />
  ) : (
    <span className={`image-icon image-icon-${size}`} aria-hidden="true">
      <Icon name={stands[category]} size={size === 24 ? 16 : 20} />
    </span>
  )
}
