/**
 * A disk of one program: it says on the serial line and on the screen how often it was started, which it keeps on the disk itself. Calls of the
 * BIOS: disks 13h, serial 14h, screen 10h (Ralf Brown's interrupt list).
 */
const sector = 512
const program = [
  49, 192, 142, 216, 142, 192, 142, 208, 188, 0, 124, 184, 227, 0, 49, 210, 205, 20, 184, 1, 2, 187, 0, 126, 185, 2, 0,
  186, 128, 0, 205, 19, 190, 0, 126, 172, 8, 192, 116, 15, 180, 1, 49, 210, 205, 20, 180, 14, 187, 7, 0, 205, 16, 235,
  236,
]
const text = 'Started from its disk, time 1\r\n\0'
/** Adds one to the figure, writes the sector back, rests. */
const figure = 0x7e00 + text.indexOf('1')
const rest = [254, 6, figure & 255, figure >> 8, 184, 1, 3, 187, 0, 126, 185, 2, 0, 186, 128, 0, 205, 19, 244, 235, 253]
export const said = (time: number): string => text.replace('1\r\n\0', String(time))

/** Raw, one MiB. */
export function bootDisk(): Buffer {
  const disk = Buffer.alloc(1024 * 1024)
  Buffer.from([...program, ...rest]).copy(disk)
  disk.writeUInt16LE(0xaa55, sector - 2)
  disk.write(text, sector, 'latin1')
  return disk
}
