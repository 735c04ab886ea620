/**
 * SQL that makes the random part of an id, like `randomIdTail`: 16 characters of base 62, 95 bits. In a version 4 UUID
 * the six bytes from the eleventh on are random; `+` and `/` become letters, which are then twice as likely.
 */
export const randomTail = `translate(encode(substring(uuid_send(gen_random_uuid()) from 11)
  || substring(uuid_send(gen_random_uuid()) from 11), 'base64'), '+/', 'Zz')`;
