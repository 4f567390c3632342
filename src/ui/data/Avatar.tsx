import './Avatar.css'
import { useState } from 'react'
import { initials, dataColourOf } from './avatarOf.ts'

export interface AvatarProps {
  name: string
  src?: string | undefined
  size?: 20 | 24 | 32 | 48
}

/** A person's picture, or the initials with a colour that stays the same for the same name. The name stands beside it. */
export function Avatar({ name, src, size = 24 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const style = {
    '--mg-avatar': `var(--mg-data-${dataColourOf(name)})`,
    '--mg-avatar-size': `${size}px`,
  }
  return (
    // the letters are drawn by the style sheet: they are a picture of the name, no words of the page
    <span className="mg-avatar" style={style} aria-hidden="true" data-letters={initials(name, size < 32 ? 1 : 2)}>
      {src && src !== broken && <img src={src} alt="" onError={() => setBroken(src)} />}
    </span>
  )
}
