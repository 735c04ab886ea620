import { defineMessages } from '#lib/languages/messages';

/** The header and footer text of all pages. */
export const frameWords = defineMessages(
  {
    home: 'Makewhole, to the home page',
    languages: 'Language',
    about: 'About us',
    skip: 'Skip to the content',
    reach: 'Questions? Call or write to us.',
    privacy: 'Privacy',
    terms: 'Terms',
    contact: 'Contact',
    yourPage: 'See where your case stands',
    test: 'This is a test. Nothing here reaches anybody: nobody is called or written to, and nothing is charged.',
    testShown: 'Below is what an owner would read.',
  },
  {
    home: 'Makewhole, a la página de inicio',
    languages: 'Idioma',
    about: 'Sobre nosotros',
    skip: 'Ir al contenido',
    reach: '¿Preguntas? Llámenos o escríbanos.',
    privacy: 'Privacidad',
    terms: 'Condiciones',
    contact: 'Contacto',
    yourPage: 'Ver cómo va mi caso',
    test: 'Esto es una prueba. Nada de esto llega a nadie: no se llama ni se escribe a nadie, y no se cobra nada.',
    testShown: 'Abajo está lo que leería un propietario.',
  },
);
