import { defineMessages } from '#lib/languages/messages';
import { ruleWords } from '#modules/checkout';

/** The English text that a version stores, signed and hashed; the Spanish one is shown as a translation. */
export const storedWords = defineMessages(
  {
    oneListing: '1 listing',
    listings: (count: string) => `${count} listings`,
    synthetic: 'Made from synthetic listings, for development and tests only. It says nothing about a real market.',
    asked: 'The prices are what sellers asked, not what buyers paid.',
    inspected: `${ruleWords.en.notInspected} Its condition, options and earlier damage are not in the figure.`,
    few: (listings: string) =>
      `There are only ${listings} to compare with. The fewer there are, the less certain the figure is.`,
    otherTrims: 'Listings of other trims of the model are among the comparables.',
    otherYears: 'Listings of a model year before or after it are among the comparables.',
    odometerOnly: 'The odometer is the only difference between the vehicles that prices are adjusted for.',
    odometerAndYear: 'The odometer and the model year are the only differences that prices are adjusted for.',
    yearOnly: 'The model year is the only difference between the vehicles that prices are adjusted for.',
    branded: 'The title of the vehicle is branded, and so are those of the comparables.',
    otherFuels: 'Not all comparables are known to have the same fuel as the vehicle.',
    odometerUnknown: 'The odometer reading of the vehicle is not known, so no price is adjusted.',
    odometerRare: 'Too few listings say their odometer reading, so no price is adjusted.',
    uncounted: (listings: string) => `Not counted in the figure, for want of an odometer reading: ${listings}.`,
    leftOut: (listings: string) => `Left out of the market read, each for the reason given: ${listings}.`,
    opinion:
      'This is an opinion of the market value of the vehicle before its loss. It is made from public listings of vehicles for sale and was prepared for the owner of the vehicle.',
    unlicensed: `${ruleWords.en.notLicensed} The person who signs it does not act as a licensed appraiser, adjuster or attorney, and it is neither legal advice nor an offer.`,
    advice: 'It is neither legal advice nor an offer.',
    licenceUntil: (number: string, until: string) => `It is made under licence ${number}, valid until ${until}.`,
    licence: (number: string) => `It is made under licence ${number}.`,
    licensing: (state: string, law: string) =>
      `${state} licenses who appraises damage to motor vehicles for insurance claims (${law}). No such licence was used here: this document says what comparable vehicles were offered for, and your insurer need not accept it as an appraisal.`,
  },
  {
    oneListing: '1 anuncio',
    listings: (count) => `${count} anuncios`,
    synthetic: 'Hecho con anuncios sintéticos, solo para desarrollo y pruebas. No dice nada de un mercado real.',
    asked: 'Los precios son los que pedían los vendedores, no los que pagaron los compradores.',
    inspected: `${ruleWords.es.notInspected} Su condición, su equipo opcional y sus daños anteriores no están en la cifra.`,
    few: (listings) => `Solo hay ${listings} para comparar. Cuantos menos hay, menos segura es la cifra.`,
    otherTrims: 'Entre los comparables hay anuncios de otras versiones del modelo.',
    otherYears: 'Entre los comparables hay anuncios del año de modelo anterior o posterior.',
    odometerOnly: 'El odómetro es la única diferencia entre los vehículos por la que se ajustan los precios.',
    odometerAndYear: 'El odómetro y el año de modelo son las únicas diferencias por las que se ajustan los precios.',
    yearOnly: 'El año de modelo es la única diferencia entre los vehículos por la que se ajustan los precios.',
    branded: 'El título del vehículo tiene una marca, igual que los de los comparables.',
    otherFuels: 'No se sabe si todos los comparables usan el mismo combustible que el vehículo.',
    odometerUnknown: 'No se conoce la lectura del odómetro del vehículo, así que no se ajusta ningún precio.',
    odometerRare: 'Muy pocos anuncios indican la lectura del odómetro, así que no se ajusta ningún precio.',
    uncounted: (listings) => `No cuentan en la cifra, por falta de una lectura del odómetro: ${listings}.`,
    leftOut: (listings) => `Quedan fuera de la lectura del mercado, cada uno por la razón indicada: ${listings}.`,
    opinion:
      'Esta es una opinión sobre el valor de mercado del vehículo antes de la pérdida. Se hizo con anuncios públicos de vehículos en venta y se preparó para el dueño del vehículo.',
    unlicensed: `${ruleWords.es.notLicensed} La persona que lo firma no actúa como valuador, ajustador ni abogado con licencia, y no es asesoría legal ni una oferta.`,
    advice: 'No es asesoría legal ni una oferta.',
    licenceUntil: (number, until) => `Se hizo con la licencia ${number}, válida hasta el ${until}.`,
    licence: (number) => `Se hizo con la licencia ${number}.`,
    licensing: (state, law) =>
      `${state} exige una licencia a quien valúa daños de vehículos de motor para reclamos de seguros (${law}). Aquí no se usó esa licencia: este documento dice por cuánto se ofrecían vehículos comparables, y su aseguradora no está obligada a aceptarlo como avalúo.`,
  },
);
