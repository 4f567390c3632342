import './Brand.css'
import { pictureUses } from '../../../contract/picture/picture.ts'
import { usePicture } from '../../../kit/picture/usePicture.ts'
import { useSettings } from '../../../kit/session/use.ts'

const logoSize = pictureUses.logo.exactly

/** The product's mark: a range ring that is open where the target stands. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg
      className={`mg-mark${size === 40 ? ' mg-mark-40' : ''}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M14.6 3.9a8.5 8.5 0 1 0 5.5 5.5" />
      <path d="M13.4 8a4.25 4.25 0 1 0 2.6 2.6" />
      <path d="M12 12l5.3-5.3" />
      <circle cx="18.7" cy="5.3" r="2.3" />
    </svg>
  )
}

/** Logo of the installation, or the product's mark with the installation's name. */
export function Brand({ name }: { name: string }) {
  const { system } = useSettings()
  const logo = usePicture()(system?.logo)
  if (logo)
    return <img className="mg-brand-logo" src={logo} alt={name} width={logoSize.width} height={logoSize.height} />
  return (
    <span className="mg-brand">
      <BrandMark />
      <span className="mg-brand-name">{name}</span>
    </span>
  )
}
