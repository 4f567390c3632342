import { usePicture } from '../../kit/picture/usePicture.ts'
import { Icon } from '../../ui/icon/Icon.tsx'

export function ServiceIcon({ icon }: { icon: string }) {
  const src = usePicture()(icon)
  return src ? (
    <img className="device-icon" src={src} alt="" width={24} height={24} loading="lazy" />
  ) : (
    <span className="device-icon" aria-hidden="true">
      <Icon name="code" />
    </span>
  )
}
