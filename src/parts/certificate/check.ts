/** In the address of the learning record: the certificate that is checked; empty where none was typed yet. */
export const checkParam = 'check'
