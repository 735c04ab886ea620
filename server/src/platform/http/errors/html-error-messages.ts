import { defineMessages } from '#lib/languages/messages';

/** The error's own sentence, which is in English. */
const own = (message: string): string => message;

/** Error pages: what happened, and where to go from there. */
export const htmlErrorWords = defineMessages(
  {
    kinds: {
      refused: { title: 'That did not work', about: own },
      missing: { title: 'This page does not exist', about: own },
      large: { title: 'That was too much', about: own },
      often: { title: 'Please wait a moment', about: own },
      broken: { title: 'Something went wrong on our side', about: own },
    },
    findPage: 'I lost the link to my case',
    home: 'Go to the home page',
    contact: 'Contact us',
  },
  {
    kinds: {
      refused: {
        title: 'Eso no funcionó',
        about: () => 'No se hizo nada. Vuelva a abrir la página e inténtelo otra vez.',
      },
      missing: { title: 'Esta página no existe', about: () => 'No hay nada en esta dirección.' },
      large: { title: 'Eso es demasiado grande', about: () => 'Lo que se envió es demasiado grande.' },
      often: {
        title: 'Por favor, espere un momento',
        about: () => 'Hubo demasiadas solicitudes. Espere antes de la siguiente.',
      },
      broken: { title: 'Algo salió mal de nuestro lado', about: () => 'Por favor, inténtelo más tarde.' },
    },
    findPage: 'Perdí el enlace a mi caso',
    home: 'Ir a la página de inicio',
    contact: 'Contáctenos',
  },
);
