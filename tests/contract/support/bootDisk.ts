/**
 * A disk of one program: it says on the serial line and on the screen how often it was started, which it keeps on the disk itself. Calls of the
 * BIOS: disks 13h, serial 14h, screen 10h (Ralf Brown's interrupt list).
 */
const sector = 512
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const program = [
  '31c0 8ed8 8ec0 8ed0 bc007c', // segments 0, stack below the program
  'b8e300 31d2 cd14', // serial line 0: 9600 8N1
  'b80102 bb007e b90200 ba8000 cd13', // second sector to 7E00
  'be007e', // si = 7E00
  'ac 08c0 740f', // next sign, until a zero
  'b401 31d2 cd14', // to the serial line
  'b40e bb0700 cd10 ebec', // to the screen, and again
].join('')
const text = 'Started from its disk, time 1\r\n\0'
/** Adds one to the figure, writes the sector back, rests. */
const figure = 0x7e00 + text.indexOf('1')
const rest = `fe06${(figure & 0xff).toString(16).padStart(2, '0')}${(figure >> 8).toString(16)} b80103 bb007e b90200 ba8000 cd13 f4 ebfd`
export const said = (time: number): string => text.replace('1\r\n\0', String(time))

/** Raw, one MiB. */
export function bootDisk(): Buffer {
  const disk = Buffer.alloc(1024 * 1024)
  bytes(program + rest).copy(disk)
  disk.writeUInt16LE(0xaa55, sector - 2)
  disk.write(text, sector, 'latin1')
  return disk
}
