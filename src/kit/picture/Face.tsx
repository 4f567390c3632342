import { Avatar, type AvatarProps } from '../../ui/data/Avatar.tsx'
import { usePicture } from './usePicture.ts'

/** A person or a team by the picture in the store, or by initials. */
export function PictureAvatar({ picture, ...props }: Omit<AvatarProps, 'src'> & { picture: string | undefined }) {
  const at = usePicture()
  return <Avatar {...props} src={at(picture)} />
}
