/**
 * The random part of an id, as `randomIdTail` makes it, made by the database: 16 characters of base 62, 95 bits. Six bytes
 * of a version 4 UUID from the eleventh on are random; `+` and `/` become letters that then come up twice as often.
 */
export const randomTail = `translate(encode(substring(uuid_send(gen_random_uuid()) from 11)
  || substring(uuid_send(gen_random_uuid()) from 11), 'base64'), '+/', 'Zz')`;
